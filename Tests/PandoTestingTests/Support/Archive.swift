import PandoTesting

/// A feature that has much against it.
@Reducer
struct Archive {
  final class Cache: Codable, @unchecked Sendable {
    var hits = 0
  }

  struct Page: Codable, Equatable, Sendable {
    var text = ""
    var cache = Cache()

    static func == (left: Page, right: Page) -> Bool { left.text == right.text }
  }

  struct State: Codable, Equatable, Sendable {
    var title = ""
    var pages: [Page] = []
  }

  enum Action: Codable, Sendable { case open(String), close }

  struct Slot: Hashable, Sendable { let number: Int }

  @Dependency(\.index) var index

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let title):
        state.title = title
        return .run { _ in }.cancellable(id: Slot(number: 1))
      case .close:
        return .merge(.cancel(id: Slot(number: 1)), .cancel(id: "all"))
      }
    }
  }
}

/// A feature whose state and action are not `Codable`.
@Reducer
struct Local {
  struct Draft: Sendable {
    var text = ""
    var onSave: @Sendable () -> Void = {}
  }

  struct State: Sendable {
    var name = ""
    var draft: Draft?
    var numbers: [Int] = []
  }

  enum Action: Sendable { case save, apply(@Sendable (String) -> String) }

  var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
}

struct Index: DependencyKey {
  var search: @Sendable (String) -> [String] = { _ in [] }

  static var liveValue: Index { Index() }
  static var testValue: Index { Index() }
}

extension DependencyValues {
  var index: Index {
    get { self[Index.self] }
    set { self[Index.self] = newValue }
  }
}
