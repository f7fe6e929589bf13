import Foundation
import Observation
import Pando
import Testing

/// The same twice, with and without the macro.
enum ObservableKind {
  @ObservableState
  struct State: Codable, Hashable, Sendable, Identifiable {
    let id: Int
    var name = "a"
    var `default`: Int?
    @ObservationStateIgnored var ignored = [1, 2]
    var child = Child()
    private(set) var secret = 4
    @Presents var sheet: Child?
    @Presents var `import`: Child?
    @ObservationStateIgnored @Presents var drawer: Child?
    var computed: Int { id + 1 }
    static let shared = 1
  }

  @ObservableState
  struct Child: Codable, Hashable, Sendable {
    var value = 7
  }
}

enum PlainKind {
  struct State: Codable, Hashable, Sendable, Identifiable {
    let id: Int
    var name = "a"
    var `default`: Int?
    var ignored = [1, 2]
    var child = Child()
    private(set) var secret = 4
    @Presents var sheet: Child?
    @Presents var `import`: Child?
    @Presents var drawer: Child?
    var computed: Int { id + 1 }
  }

  struct Child: Codable, Hashable, Sendable {
    var value = 7
  }
}

@ObservableState
private struct OwnCoding: Codable, Equatable {
  var value = 1

  enum CodingKeys: String, CodingKey {
    case value = "v"
  }

  init(value: Int) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    value = try container.decode(Int.self, forKey: .value)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
  }
}

@ObservableState
private struct Generic<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  var value: Value
}

@ObservableState
@WireCoded
struct WiredState: Codable, Equatable, Sendable {
  let id: Int
  var name: String
  var `default`: Int?
  @ObservationStateIgnored var ignored = [1, 2]
}

@Suite("What a state is beside being observable")
struct CodingTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("the coded form is that without the macro, and comes back")
  func json() throws {
    let observable = ObservableKind.State(
      id: 3, name: "x", default: 5, import: ObservableKind.Child(value: 1),
      drawer: ObservableKind.Child(value: 2))
    let plain = PlainKind.State(
      id: 3, name: "x", default: 5, import: PlainKind.Child(value: 1),
      drawer: PlainKind.Child(value: 2))
    #expect(try json(observable) == json(plain))
    let data = try JSONEncoder().encode(observable)
    #expect(try JSONDecoder().decode(ObservableKind.State.self, from: data) == observable)
    #expect(try json(OwnCoding(value: 2)) == #"{"v":2}"#)
    #expect(try json(Generic(value: [1])) == #"{"value":[1]}"#)
  }

  @Test("states are equal and hashed by their values alone")
  func equality() {
    let state = ObservableKind.State(id: 1)
    var other = state
    #expect(state == other)
    other.child.value += 1
    #expect(state != other)
    other.child.value -= 1
    #expect(state == other)
    #expect(state.hashValue == other.hashValue)
    #expect(Set([state, other, ObservableKind.State(id: 1)]).count == 1)
  }

  @Test("memberwise initializers stay")
  func initializer() {
    let state = ObservableKind.State(
      id: 1, name: "b", default: 2, child: ObservableKind.Child(value: 3))
    #expect(state.name == "b")
    #expect(state.default == 2)
    #expect(state.child.value == 3)
    #expect(state.secret == 4)
    #expect(ObservableKind.State(id: 1).sheet == nil)
    #expect(ObservableKind.State(id: 1, sheet: ObservableKind.Child()).sheet?.value == 7)
  }

  @Test("a value is shown as without the macro")
  func dumped() {
    func dumped(_ value: Any) -> String {
      var text = ""
      dump(value, to: &text)
      return text.replacingOccurrences(of: "ObservableKind.", with: "PlainKind.")
    }
    let observable = ObservableKind.State(id: 3, default: 5, sheet: ObservableKind.Child())
    let plain = PlainKind.State(id: 3, default: 5, sheet: PlainKind.Child())
    #expect(dumped(observable) == dumped(plain))
    #expect(
      String(describing: observable).replacing("ObservableKind.", with: "PlainKind.")
        == String(describing: plain))
  }

  @Test("the quick coding of the wire has the same fields")
  func wired() throws {
    var state = WiredState(id: 1, name: "b", default: 2)
    state.ignored = [9]
    let bytes = try WireEncoder.encode(state)
    #expect(try WireDecoder.decode(WiredState.self, from: bytes) == state)
    // `@Reducer` sees to it for a feature's state.
    let type: any WireCodable.Type = Counter.State.self
    #expect(ObjectIdentifier(type) == ObjectIdentifier(Counter.State.self))
    // To encode is not to observe.
    let store = Store(initialState: ObservableKind.State(id: 1)) {
      Reduce<ObservableKind.State, Int> { state, action in
        state.child.value += action
        return .none
      }
    }
    let encoded = Watch { store.withState { try? WireEncoder.encode($0.name) } }
    store.send(1)
    #expect(encoded.takeCount() == 0)
  }
}
