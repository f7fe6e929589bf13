import Foundation
import Pando
import Testing

@Suite("Differences of values")
struct FieldWalkTests {
  struct Entry {
    var number = 0
    var date: Date?
  }

  enum Phase: Equatable { case idle, loaded(page: Int, of: Int), failed(String) }

  struct Row: Equatable, Identifiable {
    var id: Int
    var ratio = Double.nan
    var phase = Phase.idle
  }

  struct Value: Equatable {
    var name = "a"
    var rows: IdentifiedArrayOf<Row> = []
    var byKey: [String: [Int]] = [:]
    var chosen: Row?
    @Presents var shown: Row?
    var seen: Set<Int> = []
  }

  private func paths(_ change: (inout Value) -> Void) -> [String] {
    var first = Value()
    first.rows = [Row(id: 1), Row(id: 2)]
    first.byKey = ["x": [1, 2]]
    first.chosen = Row(id: 9, phase: .loaded(page: 1, of: 3))
    first.shown = Row(id: 8)
    var second = first
    change(&second)
    return FieldWalk.differences(first, second).map(\.path)
  }

  @Test("are named by the way to them")
  func named() {
    #expect(paths { $0.name = "b" } == ["name"])
    #expect(paths { $0.rows[1].phase = .failed("?") } == ["rows[1].phase"])
    #expect(paths { $0.byKey["x"] = [1, 3] } == ["byKey[\"x\"][1]"])
    #expect(paths { $0.byKey["y"] = [] } == ["byKey"])
    #expect(paths { $0.chosen?.phase = .loaded(page: 2, of: 3) } == ["chosen.phase.loaded.page"])
    #expect(paths { $0.chosen = nil } == ["chosen"])
    #expect(paths { $0.shown?.id = 7 } == ["shown.id"])
    #expect(paths { $0.seen = [1] } == ["seen"])
    #expect(paths { $0.rows.move(fromOffsets: [1], toOffset: 0) } == ["rows"])
    #expect(paths { $0.rows.remove(at: 0) } == ["rows"])
  }

  @Test("are none where only a NaN is not equal to itself")
  func notANumber() {
    #expect(Value(rows: [Row(id: 1)]) != Value(rows: [Row(id: 1)]))
    #expect(paths { _ in } == [])
  }

  /// A value that shows a part of what it is.
  struct Veiled: CustomReflectable, Equatable {
    var shown = 1
    var hidden = 2

    var customMirror: Mirror { Mirror(self, children: ["shown": shown]) }
  }

  class Base {
    var number = 0
  }

  final class Derived: Base, Equatable {
    static func == (left: Derived, right: Derived) -> Bool { left.number == right.number }
  }

  struct Dim: Equatable {
    var ratio = Double.nan
    var veiled = Veiled()
    var derived = Derived()
    var alert = AlertState<Int>(title: { TextState("a") }, actions: {})
    var place = SIMD2(1.0, .nan)
    var path = StackState<Int>()
  }

  private func dimPaths(_ change: (inout Dim) -> Void) -> [String] {
    var second = Dim()
    second.derived = Derived()
    change(&second)
    return FieldWalk.differences(Dim(), second).map(\.path)
  }

  @Test("are of the value as a whole where its parts show none")
  func hidden() {
    #expect(dimPaths { _ in } == [])
    #expect(dimPaths { $0.veiled.hidden = 3 } == ["veiled"])
    #expect(dimPaths { $0.veiled.shown = 3 } == ["veiled.shown"])
    #expect(dimPaths { $0.derived.number = 3 } == ["derived"])
    #expect(dimPaths { $0.alert.message = TextState("b") } == ["alert"])
    #expect(dimPaths { $0.place.x = 2 } == ["place[0]"])
    #expect(FieldWalk.differences(Veiled(), Veiled(hidden: 3)).map(\.path) == [""])
    #expect(FieldWalk.differences(TextState("a").bold(), TextState("a")).count == 1)
  }

  @Test("are judged by what they look like")
  func causes() {
    #expect(DifferenceCause([Date(), Date()]) == .clock)
    #expect(
      DifferenceCause([Date().timeIntervalSince1970 * 1_000, Date().timeIntervalSince1970])
        == .clock)
    #expect(DifferenceCause([UUID(), UUID()]) == .identity)
    #expect(DifferenceCause([["a", "b"], ["b", "a"]]) == .order)
    #expect(DifferenceCause(["a, b", "b, a"]) == .order)
    #expect(DifferenceCause([4, 5, 6, 7]) == .counter)
    #expect(DifferenceCause([4, 5, 7]) == .chance)
    #expect(DifferenceCause([4, 5]) == .chance)
    #expect(DifferenceCause([true, false]) == .chance)
    #expect(DifferenceCause([Int?.some(1) as Any, Int?.none as Any]) == .chance)
  }

  @Test("are written as Swift")
  func text() {
    let id = UUID(1)
    #expect(SwiftText.text(of: Phase.loaded(page: 1, of: 2)) == ".loaded(page: 1, of: 2)")
    #expect(SwiftText.text(of: Phase.failed("\"no\"")) == ".failed(\"\\\"no\\\"\")")
    #expect(SwiftText.text(of: Phase.idle) == ".idle")
    #expect(SwiftText.text(of: ["b": 1, "a": 2]) == "[\"a\": 2, \"b\": 1]")
    #expect(SwiftText.text(of: [Int?.none, 1] as [Int?]) == "[nil, 1]")
    #expect(SwiftText.text(of: id) == "UUID(uuidString: \"\(id.uuidString)\")!")
    #expect(
      SwiftText.text(of: Entry(number: 1)) == "FieldWalkTests.Entry(number: 1, date: nil)")
    #expect(SwiftText.list([], indentation: 2) == "[]")
    #expect(SwiftText.list([1, 2], indentation: 2) == "[\n    1,\n    2,\n  ]")
  }
}
