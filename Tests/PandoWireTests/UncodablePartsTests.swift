import PandoWire
import Testing

@Suite("Parts that are not Codable")
struct UncodablePartsTests {
  struct Whole: Codable { var name = "" }

  struct Plain { var whole = Whole() }

  final class Node {
    var next: Node?
    var work: (() -> Void)?
  }

  final class Link {
    var next: Link?
  }

  enum Choice { case whole(Whole), call(id: Int, () -> Void), nothing }

  struct Wrapped<Value> { var values: [String: [Value]] = [:] }

  private func paths(_ type: Any.Type) -> [String] { uncodableParts(of: type).map(\.path) }

  @Test("are none where the type is Codable")
  func codable() {
    #expect(paths(Whole.self) == [])
    #expect(paths([Int: Whole?].self) == [])
  }

  @Test("are the type itself where only its conformance is missing")
  func conformance() throws {
    let part = try #require(uncodableParts(of: Plain.self).first)
    #expect(part.path == "")
    #expect("\(part.type)" == "Plain")
    #expect(paths(Wrapped<Int>.self) == [""])
  }

  @Test("are named by the properties and cases that lead to them")
  func named() {
    #expect(paths(Choice.self) == ["call"])
    #expect(paths(Wrapped<() -> Void>.self) == ["values"])
    #expect(paths(Wrapped<Plain>.self) == ["values"])
  }

  @Test("end where a type is inside itself")
  func recursion() {
    #expect(paths(Node.self) == ["work"])
    #expect(paths(Link.self) == [""])
  }
}
