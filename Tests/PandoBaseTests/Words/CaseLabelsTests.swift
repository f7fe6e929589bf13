import PandoBase
import Testing

@Suite("The names of an action's cases", .timeLimit(.minutes(15)))
struct CaseLabelsTests {
  enum Inner { case on, pair(Int, text: String), object(Bare) }
  enum Outer {
    case plain
    case inner(Inner)
    case number(Int)
    case row(id: Int, action: Inner)
    case unlabelled(Int, Inner)
    case maybe(Inner?)
    case list([Inner])
  }
  struct Bare {}

  @Test("have no value in them")
  func names() {
    #expect(caseLabels(of: Outer.plain) == "Outer.plain")
    #expect(caseLabels(of: Outer.inner(.on)) == "Outer.inner(.on)")
    #expect(caseLabels(of: Outer.inner(.pair(1, text: "a"))) == "Outer.inner(.pair(_:, text:))")
    #expect(caseLabels(of: Outer.inner(.object(Bare()))) == "Outer.inner(.object(_:))")
    #expect(caseLabels(of: Outer.number(7)) == "Outer.number(_:)")
    #expect(caseLabels(of: Outer.row(id: 7, action: .on)) == "Outer.row(id:, action: .on)")
    #expect(caseLabels(of: Outer.unlabelled(7, .on)) == "Outer.unlabelled(_:, _: .on)")
    #expect(caseLabels(of: Outer.maybe(.on)) == "Outer.maybe(_:)")
    #expect(caseLabels(of: Outer.list([.on])) == "Outer.list(_:)")
    #expect(caseLabels(of: Bare()) == "Bare")
    #expect(caseLabels(of: 7) == "Int")
    #expect(caseLabels(of: Outer?.some(.plain) as Any) == "Optional<Outer>")
    #expect(caseLabels(of: Outer.plain, typeName: "Here.Outer") == "Here.Outer.plain")
  }

  enum Trap: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    case closed
    case holds(Int)

    var description: String { fatalError("an action is described") }
    var debugDescription: String { fatalError("an action is described") }
    var customMirror: Mirror { fatalError("an action is reflected") }
  }

  struct TrapStruct: CustomReflectable {
    var customMirror: Mirror { fatalError("a value in an action is reflected") }
  }

  enum Holder { case trap(Trap), both(Trap, TrapStruct), part(TrapStruct) }

  @Test("call no description and no mirror of the action, or of what is in it")
  func silent() {
    #expect(caseLabels(of: Trap.closed) == "Trap.closed")
    #expect(caseLabels(of: Trap.holds(1)) == "Trap.holds")
    #expect(caseLabels(of: Holder.trap(.closed)) == "Holder.trap(.closed)")
    #expect(caseLabels(of: Holder.both(.holds(1), TrapStruct())) == "Holder.both(_: .holds, _:)")
    #expect(caseLabels(of: Holder.part(TrapStruct())) == "Holder.part(_:)")
  }

  @Test("are a line, however deep an action is, on a thread with a small stack")
  func deep() async {
    let deepest = await onSmallThread { caseLabels(of: DeepValue.deepest) }
    #expect(deepest.hasPrefix("DeepValue.level(.level(.level("))
    #expect(deepest.contains(".level(...)"))
    #expect(deepest.utf8.count < 32 * 8 + 40)
    let widest = await onSmallThread { caseLabels(of: DeepValue.widest) }
    #expect(widest.hasPrefix("DeepValue.both(_: .both("))
    #expect(widest.utf8.count <= ValueWords.bytesAtMost)
  }

  enum Loaded { case bytes([UInt8]), text(String) }

  @Test("look at nothing that a case holds, however large")
  func large() {
    let bytes = [UInt8](repeating: 1, count: 64 << 20)
    #expect(caseLabels(of: Loaded.bytes(bytes)) == "Loaded.bytes(_:)")
    #expect(casePayload(of: Loaded.bytes(bytes)) is [UInt8])
    #expect(casePayload(of: Outer.plain) == nil)
    #expect(casePayload(of: Bare()) == nil)
  }
}
