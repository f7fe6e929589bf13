public import Pando

/// Features of every shape that `@Reducer` takes; that they compile is the first test.
enum Features {
  @Reducer
  struct Counter {
    struct State: Equatable { var count = 0 }
    enum Action { case increment, add(Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment: state.count += 1
        case .add(let amount): state.count += amount
        }
        return .none
      }
      Reduce { state, _ in
        state.count *= 10
        return .none
      }
    }
  }

  @Reducer
  struct Switching {
    enum State: Equatable { case counting(Counter.State), idle }
    enum Action { case counter(Counter.Action), stop }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .stop = action { state = .idle }
        return .none
      }
    }
  }

  @Reducer
  struct Direct {
    typealias State = Int
    enum Action { case add(Int) }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      if case .add(let amount) = action { state += amount }
      return .none
    }
  }

  @Reducer
  struct Aliased {
    typealias State = Counter.State
    typealias Action = Counter.Action

    var body: some ReducerOf<Self> {
      Counter()
    }
  }

  @Reducer
  struct Extended {
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  enum Namespace {
    @Reducer
    package struct Packaged {
      package struct State: Equatable { package var count = 0 }
      package enum Action { case tapped }
      package var body: some ReducerOf<Self> {
        get {
          Reduce { state, _ in
            state.count += 1
            return .none
          }
        }
      }
    }

    @Reducer
    fileprivate struct FilePrivate {
      struct State { var count = 0 }
      enum Action { case tapped }
      var body: some ReducerOf<Self> {
        Reduce { state, _ in
          state.count += 1
          return .none
        }
      }
    }

    static func runFilePrivate() -> Int {
      var state = FilePrivate.State()
      _ = FilePrivate().reduce(into: &state, action: .tapped)
      return state.count
    }
  }

  @Reducer
  struct Explicit: Reducer {
    struct State { var count = 0 }

    @CasePathable
    enum Action { case tapped }

    @ReducerBuilder<State, Action>
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
      Direct.Twice()
    }
  }

  @Reducer
  struct Returning {
    struct State { var count = 0 }
    enum Action { case tapped }
    let step: Int

    var body: some ReducerOf<Self> {
      let step = step
      return Reduce { state, _ in
        state.count += step
        return .none
      }
    }
  }

  /// A feature whose own declarations have names that expansions could stumble over.
  @Reducer
  struct Shadowing {
    struct State { var count = 0 }
    enum Action { case tapped(Void), other(CasePathable, Reducer) }
    struct Void {}
    struct CasePathable {}
    struct Reducer {}
    struct ReducerBuilder {}
    struct AnyCasePath {}

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }
}

extension Features.Extended {
  struct State { var count = 0 }

  @CasePathable
  enum Action { case tapped }
}

extension Features.Direct {
  struct Twice: Reducer {
    func reduce(
      into state: inout Features.Explicit.State, action: Features.Explicit.Action
    ) -> Effect<Features.Explicit.Action> {
      state.count *= 2
      return .none
    }
  }
}

@Reducer
private struct Private {
  struct State { var count = 0 }
  enum Action { case tapped }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

func runPrivateFeature() -> Bool {
  var state = Private.State()
  _ = Private().reduce(into: &state, action: .tapped)
  return state.count == 1 && Private.Action.tapped.is(\.tapped)
}

/// A generic feature.
@Reducer
public struct PublishedFeature<Element: Equatable, Child: Reducer> {
  /// The state.
  public struct State {
    /// The elements.
    public var elements: [Element] = []
    /// The child.
    public var child: Child.State
  }

  /// The actions.
  public enum Action {
    case append(Element)
    case child(Child.Action)
    case pair(Element, index: Int)
  }

  let child: Child

  /// Appends elements.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .append(let element) = action { state.elements.append(element) }
      return .none
    }
  }
}
