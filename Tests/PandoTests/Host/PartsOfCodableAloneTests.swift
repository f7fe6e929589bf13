import Foundation
import Pando
import PandoWire
import Testing

@Suite("Parts that Codable alone describes")
struct PartsOfCodableAloneTests {
  struct Plain: Codable {
    var name = ""
    var inner = Inner()
  }

  struct Inner: Codable { var number = 0 }

  enum Choice: String, Codable { case left, right }

  @WireCoded
  struct Derived: Codable {
    var date = Date()
    var names: [String: Set<Int>] = [:]
    var choice = Choice.left
    var next: [Derived] = []
  }

  @WireCoded
  struct Holder: Codable {
    var derived = Derived()
    var rows: [Int: [Plain]] = [:]
    var last: Inner?
    var event = Event.none
  }

  @WireCoded
  enum Event: Codable {
    case none
    case moved(Inner, by: Plain)
  }

  private func paths(_ type: Any.Type) -> [String] { partsOfCodableAlone(of: type).map(\.path) }

  @Test("are none where a coding is derived, or nobody can derive one")
  func derived() {
    #expect(paths(Derived.self) == [])
    #expect(paths(Choice.self) == [])
    #expect(paths(Date.self) == [])
    #expect(paths([URL?].self) == [])
    #expect(paths(IdentifiedAction<Int, Choice>.self) == [])
  }

  @Test("are the type itself, whatever is in it")
  func itself() throws {
    let part = try #require(partsOfCodableAlone(of: Plain.self).first)
    #expect(part.path == "")
    #expect(ObjectIdentifier(part.type) == ObjectIdentifier(Plain.self))
    #expect(paths([Plain].self) == [""])
    #expect(paths(IdentifiedAction<Int, Plain>.self) == [""])
  }

  @Test("are named once, by the first properties and cases that lead to them")
  func named() {
    #expect(paths(Holder.self) == ["rows", "last"])
    #expect(paths(Event.self) == ["moved", "moved"])
  }

  @Reducer
  struct Feature {
    struct State: Codable, Equatable {
      var hits: [Hit] = []
      var cache: Outside?
    }

    struct Hit: Codable, Equatable { var title = "" }

    enum Action: Codable { case found(Outside), cleared }

    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  struct Outside: Codable, Equatable { var text = "" }

  @Test("of a feature are what is declared outside of it")
  func feature() {
    let parts = hostedFeature { Feature() }.partsOfCodableAlone.map(\.name)
    #expect(parts.count == 2)
    #expect(parts.first?.hasPrefix("State.cache (") == true)
    #expect(parts.last?.hasPrefix("Action.found (") == true)
    #expect(parts.allSatisfy { $0.hasSuffix("Outside)") })
  }
}
