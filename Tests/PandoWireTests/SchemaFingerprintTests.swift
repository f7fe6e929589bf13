import Foundation
import FoundationSupport
import PandoWire
import Testing

// Look-alikes: the same last name in different namespaces, which does not count.
enum Original {
  struct State: Codable {
    var title = ""
    var count = 0
    var inner = Inner()
    var action = Action.stop
  }
  struct Inner: Codable { var flag = false }
  enum Action: Codable { case go(Int), stop }
}
enum Same {
  struct State: Codable {
    var title = ""
    var count = 0
    var inner = Inner()
    var action = Action.stop
    var computed: Int { 1 }
    static let shared = 1
  }
  struct Inner: Codable { var flag = false }
  enum Action: Codable { case go(Int), stop }
}
enum RenamedField {
  struct State: Codable {
    var name = ""
    var count = 0
    var inner = Original.Inner()
    var action = Original.Action.stop
  }
}
enum RetypedField {
  struct State: Codable {
    var title = ""
    var count = UInt(0)
    var inner = Original.Inner()
    var action = Original.Action.stop
  }
}
enum OptionalField {
  struct State: Codable {
    var title: String?
    var count = 0
    var inner = Original.Inner()
    var action = Original.Action.stop
  }
}
enum ReorderedFields {
  struct State: Codable {
    var count = 0
    var title = ""
    var inner = Original.Inner()
    var action = Original.Action.stop
  }
}
enum AddedField {
  struct State: Codable {
    var title = ""
    var count = 0
    var inner = Original.Inner()
    var action = Original.Action.stop
    var more = 0
  }
}
enum InnerField {
  struct State: Codable {
    var title = ""
    var count = 0
    var inner = Inner()
    var action = Original.Action.stop
  }
  struct Inner: Codable { var flag = 0 }
}
enum CaseName {
  struct State: Codable {
    var title = ""
    var count = 0
    var inner = Original.Inner()
    var action = Action.stop
  }
  enum Action: Codable { case run(Int), stop }
}
enum CasePayload {
  struct State: Codable {
    var title = ""
    var count = 0
    var inner = Original.Inner()
    var action = Action.stop
  }
  enum Action: Codable { case go(String), stop }
}
enum CaseLabel {
  struct State: Codable {
    var title = ""
    var count = 0
    var inner = Original.Inner()
    var action = Action.stop
  }
  enum Action: Codable { case go(speed: Int), stop }
}
enum CaseAdded {
  struct State: Codable {
    var title = ""
    var count = 0
    var inner = Original.Inner()
    var action = Action.stop
  }
  enum Action: Codable { case go(Int), stop, turn }
}
enum Renamed {
  struct OtherState: Codable {
    var title = ""
    var count = 0
    var inner = Original.Inner()
    var action = Original.Action.stop
  }
}

struct Generic<Element: Codable>: Codable {
  var elements: [Element]
  struct Nested<Other: Codable>: Codable {
    var element: Element
    var other: Other
  }
}

final class Node: Codable {
  var value = 0
  var next: Node?
  var children: [Node] = []
}
class Base<Value: Codable>: Codable { var value: Value? }
final class Derived: Base<Int>, @unchecked Sendable {}
private struct Hidden: Codable { var secret = 0 }

enum LocalNamesake {
  struct State: Codable { var title = "" }
}

@Suite("A fingerprint stands for the structure of a type")
struct SchemaFingerprintTests {
  private let original = SchemaFingerprint(of: Original.State.self)

  @Test("types of one structure have one fingerprint, wherever they are declared")
  func same() {
    #expect(SchemaFingerprint(of: Same.State.self) == original)
    #expect(SchemaFingerprint(of: Original.State.self) == original)
  }

  @Test("any change of the structure changes it")
  func changes() {
    let changed = [
      SchemaFingerprint(of: RenamedField.State.self),
      SchemaFingerprint(of: RetypedField.State.self),
      SchemaFingerprint(of: OptionalField.State.self),
      SchemaFingerprint(of: ReorderedFields.State.self),
      SchemaFingerprint(of: AddedField.State.self), SchemaFingerprint(of: InnerField.State.self),
      SchemaFingerprint(of: CaseName.State.self), SchemaFingerprint(of: CasePayload.State.self),
      SchemaFingerprint(of: CaseLabel.State.self), SchemaFingerprint(of: CaseAdded.State.self),
      SchemaFingerprint(of: Renamed.OtherState.self),
    ]
    #expect(Set(changed + [original]).count == changed.count + 1)
  }

  @Test("all kinds of types are told apart")
  func kinds() {
    let all = [
      SchemaFingerprint(of: Int.self), SchemaFingerprint(of: Int64.self),
      SchemaFingerprint(of: String.self), SchemaFingerprint(of: Int?.self),
      SchemaFingerprint(of: Int??.self), SchemaFingerprint(of: [Int].self),
      SchemaFingerprint(of: [[Int]].self), SchemaFingerprint(of: Set<Int>.self),
      SchemaFingerprint(of: [Int: String].self), SchemaFingerprint(of: [String: Int].self),
      SchemaFingerprint(of: (Int, String).self), SchemaFingerprint(of: (a: Int, String).self),
      SchemaFingerprint(of: (Int, Int).self), SchemaFingerprint(of: Void.self),
      SchemaFingerprint(of: Date.self), SchemaFingerprint(of: URL.self),
      SchemaFingerprint(of: Data.self), SchemaFingerprint(of: UUID.self),
      SchemaFingerprint(of: Range<Int>.self), SchemaFingerprint(of: Range<Date>.self),
      SchemaFingerprint(of: Generic<Int>.self), SchemaFingerprint(of: Generic<String>.self),
      SchemaFingerprint(of: Generic<Int>.Nested<String>.self),
      SchemaFingerprint(of: Generic<String>.Nested<Int>.self),
      SchemaFingerprint(of: [Original.State].self), SchemaFingerprint(of: [InnerField.State].self),
      SchemaFingerprint(of: Tree.self), SchemaFingerprint(of: Chain.self),
      SchemaFingerprint(of: Node.self), SchemaFingerprint(of: Base<Int>.self),
      SchemaFingerprint(of: Base<String>.self), SchemaFingerprint(of: Derived.self),
      SchemaFingerprint(of: Hidden.self), SchemaFingerprint(of: Everything.self),
      SchemaFingerprint(of: (any Codable).self), SchemaFingerprint(of: ((Int) -> Void).self),
      SchemaFingerprint(of: Flavor.self), SchemaFingerprint(of: InlineArray<3, Int>.self),
      SchemaFingerprint(of: InlineArray<4, Int>.self),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test("it is the same in every process and every build: these are known")
  func known() {
    #expect(original.description == "72d699d28c807af8")
    #expect(SchemaFingerprint(of: Everything.self).description == "254296e09e232018")
    #expect(SchemaFingerprint(of: Node.self).description == "b31403ab4629496b")
    #expect(SchemaFingerprint(of: [String: Generic<Date>?].self).description == "fe7c5da48b472922")
    #expect(SchemaFingerprint(of: Derived.self).description == "a58fec1d8dacdb6a")
  }

  @Test("types of a module whose name begins with Foundation count as those of any other")
  func namesake() {
    #expect(
      SchemaFingerprint(of: FirstNamesake.State.self)
        != SchemaFingerprint(of: SecondNamesake.State.self))
    #expect(
      SchemaFingerprint(of: FirstNamesake.State.self)
        == SchemaFingerprint(of: LocalNamesake.State.self))
  }

  @Test("it is written as 16 hexadecimal digits, and survives encoding")
  func text() throws {
    #expect(SchemaFingerprint(rawValue: 0xAB).description == "00000000000000ab")
    #expect(SchemaFingerprint(rawValue: .max).description == "ffffffffffffffff")
    try expectRoundTrip(original)
  }
}
