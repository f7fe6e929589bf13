import PandoHosting
import PandoWire
import Testing

@testable import PandoCluster

@Suite("Which worker gets which lane")
struct LanePlacementTests {
  private let feature = FeatureDescriptor(
    name: "Row", state: SchemaFingerprint(of: Int.self), action: SchemaFingerprint(of: Int.self))
  private let other = FeatureDescriptor(
    name: "Other", state: SchemaFingerprint(of: Int.self), action: SchemaFingerprint(of: Int.self))

  private func lanes(_ numbers: ClosedRange<UInt64>) -> [LaneID] {
    numbers.map { LaneID(rawValue: $0) }
  }

  /// A placement of workers that start, with lanes that wait.
  private func waiting(_ names: [String], lanes count: UInt64) -> LanePlacement<String> {
    var placement = LanePlacement<String>(starting: names)
    for lane in lanes(1...count) { #expect(placement.place(lane, feature) == nil) }
    return placement
  }

  @Test("lanes that wait while workers start are shared among all of them")
  func sharesAmongStartingWorkers() {
    var placement = waiting(["a", "b", "c"], lanes: 7)
    let first = placement.add("a", named: "a", features: [feature])
    #expect(first.map(\.lane) == lanes(1...3))
    #expect(first.allSatisfy { $0.worker == "a" })
    // What comes meanwhile waits behind those that wait.
    #expect(placement.place(LaneID(rawValue: 8), feature) == nil)
    let second = placement.add("b", named: "b", features: [feature])
    #expect(second.map(\.lane) == lanes(4...6))
    let third = placement.add("c", named: "c", features: [feature])
    #expect(third.map(\.lane) == lanes(7...8))
    #expect(third.allSatisfy { $0.worker == "c" })
    #expect(placement.place(LaneID(rawValue: 9), feature) == "c")
  }

  @Test("a worker that does not come leaves its share to the others")
  func givesUpWorkers() {
    var placement = waiting(["a", "b"], lanes: 4)
    #expect(placement.add("a", named: "a", features: [feature]).count == 2)
    let rest = placement.giveUp("b")
    #expect(rest.map(\.lane) == lanes(3...4))
    #expect(rest.allSatisfy { $0.worker == "a" })
    #expect(placement.giveUp("b").isEmpty)
  }

  @Test("after a time nobody is waited for")
  func givesUpAll() {
    var placement = waiting(["a", "b", "c"], lanes: 3)
    #expect(placement.add("a", named: "a", features: [feature]).count == 1)
    #expect(placement.giveUpAll().map(\.worker) == ["a", "a"])
    #expect(placement.add("b", named: "b", features: [feature]).isEmpty)
    #expect(placement.place(LaneID(rawValue: 4), feature) == "b")
  }

  @Test("when no worker came at all, the next one gets everything")
  func servesWhoComesLate() {
    var placement = waiting(["a", "b"], lanes: 3)
    #expect(placement.giveUp("a").isEmpty)
    #expect(placement.giveUp("b").isEmpty)
    #expect(placement.add("a again", named: "a", features: [feature]).count == 3)
  }

  @Test("with every worker there, a lane goes to the one with the fewest")
  func choosesTheLeastLoaded() {
    var placement = LanePlacement<String>(starting: ["a", "b"])
    _ = placement.add("a", named: "a", features: [feature])
    _ = placement.add("b", named: "b", features: [feature, other])
    #expect(placement.place(LaneID(rawValue: 1), feature) == "a")
    #expect(placement.place(LaneID(rawValue: 2), other) == "b")
    #expect(placement.place(LaneID(rawValue: 3), other) == "b")
    #expect(placement.place(LaneID(rawValue: 4), feature) == "a")
    placement.end(LaneID(rawValue: 2))
    placement.end(LaneID(rawValue: 3))
    #expect(placement.place(LaneID(rawValue: 5), feature) == "b")
  }

  @Test("only what no worker hosts is missing")
  func tellsMissingFeatures() {
    var placement = waiting(["a", "b"], lanes: 2)
    #expect(placement.place(LaneID(rawValue: 3), other) == nil)
    _ = placement.add("a", named: "a", features: [feature])
    #expect(placement.missingFeatures == [other])
  }
}
