import Pando

@DependencyClient
struct Client {
  // error: '@DependencyClient' needs a default for 'count'
  var count: @Sendable (_ text: String) -> Int
  var load: @Sendable (_ id: Int) async throws -> String
}

extension Client: DependencyKey {
  static let liveValue = Client(count: { _ in 1 }, load: { _ in "" })
  static let testValue = Client()
}

func use(_ client: Client) async throws {
  print(client.count(text: ""), try await client.load(id: 3))
}

@Reducer
struct Form {
  @ObservableState
  struct State { var count = 0 }
  enum Action: ViewAction {
    case view(View)
    enum View { case tapped, gone }
  }
}

@ViewAction(for: Form.self)
// error: '@ViewAction' needs a property 'store' of type 'StoreOf<Form>'
struct Screen {
  func tap() { send(.tapped) }
  func leave() {
    send(.gone)
    print(store.count)
  }
}
