import PandoWire
import Testing

@testable import PandoHosting

@Suite("The catalogue of features")
struct FeatureCatalogueTests {
  let a = FeatureDescriptor(name: "A", state: .init(rawValue: 1), action: .init(rawValue: 2))
  let b = FeatureDescriptor(name: "B", state: .init(rawValue: 3), action: .init(rawValue: 4))

  @Test("what is hosted is added, and what nobody hosts is removed after a time, not before")
  func changes() {
    var catalogue = FeatureCatalogue(keptMilliseconds: 100)
    let table:
      [(
        now: Int, written: Set<FeatureDescriptor>, hosted: Set<FeatureDescriptor>,
        FeatureCatalogue.Changes
      )] = [
        (0, [], [], .init()),
        (1, [], [b, a], .init(added: [a, b])),
        (2, [a], [a, b], .init(added: [b])),
        (3, [a, b], [a, b], .init()),
        (10, [a, b], [a], .init()),
        (60, [a, b], [a, b], .init()),
        // It was back for a while.
        (70, [a, b], [a], .init()),
        (169, [a, b], [a], .init()),
        (170, [a, b], [a], .init(removed: [b])),
        (171, [a], [], .init()),
        (271, [a], [b], .init(added: [b], removed: [a])),
      ]
    for (now, written, hosted, expected) in table {
      #expect(
        catalogue.changes(written: written, hosted: hosted, atMilliseconds: now) == expected,
        "at \(now)")
    }
  }

  @Test("a feature that is known is not taken for one that nobody knows")
  func refusals() {
    let otherA = FeatureDescriptor(name: "A", state: .init(rawValue: 9), action: .init(rawValue: 2))
    let table: [(PlacementRefusal, Set<FeatureDescriptor>, PlacementRefusal)] = [
      (.noWorkers(a), [], .noWorkers(a)),
      (.noWorkers(a), [b], .noWorkers(a)),
      (.noWorkers(a), [a, b], .hostsGone(a)),
      (.notHosted(a, hosted: ["B"]), [a], .hostsGone(a)),
      (.notHosted(a, hosted: ["B"]), [otherA], .otherSchema(a, theirs: [otherA])),
      (.otherSchema(a, theirs: [otherA]), [a, otherA], .hostsGone(a)),
      (.otherSchema(a, theirs: [otherA]), [otherA], .otherSchema(a, theirs: [otherA])),
      (.noneUsable(a, workers: ["one"]), [a], .noneUsable(a, workers: ["one"])),
    ]
    for (refusal, known, expected) in table { #expect(refusal.knowing(known, of: a) == expected) }
    #expect("\(PlacementRefusal.hostsGone(a))".contains("as soon as one is back"))
  }
}
