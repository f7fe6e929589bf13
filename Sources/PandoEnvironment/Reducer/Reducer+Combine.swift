import Pando

extension Reducer {
  /// Runs reducers on the same state, in order, and starts the effects of all of them.
  ///
  /// The order matters where they share state: list a child before its parent. A parent that ran first
  /// could set a child to nil, or remove an element, and the child would not see its own action.
  public static func combine(_ reducers: Reducer...) -> Reducer {
    combine(reducers)
  }

  /// Runs an array of reducers on the same state, in order: children before their parents.
  public static func combine(_ reducers: [Reducer]) -> Reducer {
    Reducer(logic: { state, action, environment, pass in
      var effect = Effect<Action>.none
      for reducer in reducers {
        effect = effect.merge(with: reducer.logic(&state, action, environment, pass))
      }
      return effect
    })
  }

  /// Runs this reducer, then another, and starts the effects of both: the child's is `self`, the
  /// parent's is `other`.
  public func combined(with other: Reducer) -> Reducer {
    .combine(self, other)
  }
}
