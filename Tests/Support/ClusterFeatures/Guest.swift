package import Pando

/// A child that says what its process gives it for a dependency.
@Reducer
package struct Guest {
  package struct State: Codable, Equatable, Sendable {
    package var home = ""
    package var homeOfEffect = ""

    package init() {}
  }

  package enum Action: Codable, Sendable { case ask, heard(String) }

  @Dependency(\.home) var home

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask:
        state.home = home
        return .run { [home] in await $0(.heard(home)) }
      case .heard(let home):
        state.homeOfEffect = home
        return .none
      }
    }
  }
}

/// The parent of a guest.
@Reducer
package struct Inn {
  package struct State: Sendable {
    package var guest = Guest.State()

    package init() {}
  }

  package enum Action: Sendable { case guest(Guest.Action) }

  package init() {}

  package var body: some ReducerOf<Self> {
    Scope(state: \.guest, action: \.guest) { Guest().hosted() }
  }
}

private enum HomeKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

extension DependencyValues {
  /// Where a process says that it is at home.
  package var home: String {
    get { self[HomeKey.self] }
    set { self[HomeKey.self] = newValue }
  }
}
