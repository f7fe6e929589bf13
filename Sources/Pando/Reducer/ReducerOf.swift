/// A reducer over the state and action of another; spares spelling both.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// The effect of a reducer's action; spares spelling the action's type.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

/// The action of a stack of a feature.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

/// The identified action of a feature whose state is identifiable.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable

/// The store of a feature.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
where R.State: Sendable, R.Action: Sendable

/// The store of a feature, as an actor.
public typealias StoreActorOf<R: Reducer> = StoreActor<R.State, R.Action>
where R.State: Sendable, R.Action: Sendable
