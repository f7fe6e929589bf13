import Pando

/// Overrides what is overridden around it.
@Reducer
struct Nester {
  /// The way in which the inner override is made.
  enum Way: Codable, CaseIterable, Sendable {
    case inEffect, inAsynchronousPart, ofProperty, inReducer
  }

  struct State: Codable, Equatable, Sendable {
    var told: [String] = []
  }

  enum Action: Codable, Equatable, Sendable {
    case begin(Way)
    case inPlace
    case told(String)
  }

  @Dependency(\.origin) var origin
  @Dependency(\.onlyTest) var onlyTest

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .begin(let way):
        return withDependencies {
          $0.origin = "outer"
        } operation: {
          effect(way)
        }
      case .inPlace:
        state.told += [withInner { text }, text, withInner { property }]
        return .none
      case .told(let text):
        state.told.append(text)
        return .none
      }
    }
  }

  private func effect(_ way: Way) -> Effect<Action> {
    switch way {
    case .inEffect:
      .run { send in
        let inner = withInner { text }
        await send(.told(inner))
        await send(.told(text))
      }
    case .inAsynchronousPart:
      .run { send in
        await withDependencies {
          $0.origin = "inner"
        } operation: {
          await Task.yield()
          await send(.told(text))
        }
        await send(.told(text))
      }
    case .ofProperty:
      .run { send in
        await send(.told(withInner { property }))
        await send(.told(property))
      }
    case .inReducer:
      .concatenate(
        withInner { .run { send in await send(.told(text)) } },
        .run { send in await send(.told(text)) })
    }
  }

  private func withInner<Result>(_ operation: () -> Result) -> Result {
    withDependencies {
      $0.origin = "inner"
    } operation: {
      operation()
    }
  }

  private var property: String { "\(origin) \(onlyTest)" }

  private var text: String {
    @Dependency(\.origin) var origin
    @Dependency(\.onlyTest) var onlyTest
    return "\(origin) \(onlyTest)"
  }
}
