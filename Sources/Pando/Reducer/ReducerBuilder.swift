/// Builds a reducer from a list of reducers, run from top to bottom.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// A single reducer stands for itself.
  public static func buildPartialBlock<R: Reducer<State, Action>>(first reducer: R) -> R {
    reducer
  }

  /// Runs what came before, then the next.
  public static func buildPartialBlock<First: Reducer<State, Action>, Second>(
    accumulated first: First, next second: Second
  ) -> ReducerPair<First, Second> where Second: Reducer<State, Action> {
    ReducerPair(first: first, second: second)
  }

  /// An empty block does nothing.
  public static func buildBlock() -> EmptyReducer<State, Action> {
    EmptyReducer()
  }

  /// One branch of an `if` or a `switch`.
  public static func buildEither<First: Reducer<State, Action>, Second>(
    first reducer: First
  ) -> ConditionalReducer<First, Second> where Second: Reducer<State, Action> {
    .first(reducer)
  }

  /// The other branch of an `if` or a `switch`.
  public static func buildEither<First: Reducer<State, Action>, Second>(
    second reducer: Second
  ) -> ConditionalReducer<First, Second> where Second: Reducer<State, Action> {
    .second(reducer)
  }

  /// An `if` without `else`.
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> OptionalReducer<R> {
    OptionalReducer(reducer: reducer)
  }

  /// A `for` loop.
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> ReducerArray<R> {
    ReducerArray(reducers: reducers)
  }

  /// A reducer as an expression.
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }

  /// A reducer whose type has been erased.
  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> Reduce<State, Action>
  {
    Reduce(reducer)
  }

  /// A branch behind `if #available`.
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(
    _ reducer: R
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// The whole block.
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R {
    reducer
  }
}
