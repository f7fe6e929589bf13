import Foundation
import Pando
import Testing

@Suite("An identified action")
struct IdentifiedActionTests {
  typealias Action = IdentifiedAction<Int, String>

  @Test("is equatable, hashable, codable and sendable when its parts are")
  func conformances() throws {
    let action = Action.element(id: 1, action: "tap")
    #expect(action == .element(id: 1, action: "tap"))
    #expect(action != .element(id: 2, action: "tap"))
    #expect(Set([action, action]).count == 1)
    let data = try JSONEncoder().encode(action)
    #expect(try JSONDecoder().decode(Action.self, from: data) == action)
    func send(_ value: some Sendable) {}
    send(action)
  }

  @Test("embeds and extracts the pair, and the action of one id")
  func casePaths() {
    let pair = AnyCasePath(\Action.Cases.element)
    #expect(pair.embed((id: 1, action: "a")) == .element(id: 1, action: "a"))
    let one = AnyCasePath(\Action.Cases[id: 1])
    #expect(one.embed("a") == .element(id: 1, action: "a"))
    #expect(one.extract(from: .element(id: 1, action: "a")) == "a")
    #expect(one.extract(from: .element(id: 2, action: "a")) == nil)
  }

  @Test("is gone through by the key paths of a parent's cases")
  func chainedCases() {
    var value = Parent.rows(.element(id: 3, action: .toggled(true)))
    #expect(value[case: \.rows[id: 3]] == .toggled(true))
    #expect(value[case: \.rows[id: 3].toggled] == true)
    #expect(value[case: \.rows[id: 4]] == nil)
    #expect(value[case: \.rows.element]?.id == 3)
    #expect((\Parent.Cases.rows[id: 7].deleted)() == .rows(.element(id: 7, action: .deleted)))
    value[case: \.rows[id: 3].toggled]?.toggle()
    #expect(value == .rows(.element(id: 3, action: .toggled(false))))
  }

  @CasePathable
  enum Parent: Equatable {
    case rows(IdentifiedAction<Int, Row>)

    @CasePathable
    enum Row: Equatable {
      case toggled(Bool)
      case deleted
    }
  }

  @Test("is named after a feature")
  func typealiasOfFeature() {
    struct Feature: Reducer {
      struct State: Identifiable { let id: Int }
      typealias Action = String
      func reduce(into state: inout State, action: String) -> Effect<String> { .none }
    }
    let action: IdentifiedActionOf<Feature> = .element(id: 1, action: "tap")
    #expect(action.is(\.element))
  }
}
