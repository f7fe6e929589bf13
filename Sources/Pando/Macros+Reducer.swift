/// Makes a struct a feature: a ``Reducer`` whose `body` combines reducers.
///
/// It adds
/// - the conformance to ``Reducer``, unless the struct declares it,
/// - ``CasePathable()`` to a nested `enum Action`, and to a nested `enum State`, which gets
///   `@dynamicMemberLookup` as well,
/// - ``WireCoded()`` to nested types that spell `Codable`, `State` and `Action` among them, where they
///   are declared, unless they conform to ``WireCodable``, have an attribute of another macro, or it
///   cannot be derived. A type with its own `init(from:)` or `encode(to:)` in an extension must
///   declare `Codable` in that extension,
/// - ``CheckedSendable()`` to a `State` and an `Action` that are public and not generic, which makes them
///   `Sendable`,
/// - ``PresentedFields()`` to a `State` that presents features,
/// - the ``ReducerBuilder`` to a `body` of type `some Reducer<State, Action>` or `some
///   ReducerOf<Self>`, unless it has one or leaves with `return`.
///
/// `State` and `Action` may also be type aliases, or be declared in an extension, where `Action`
/// and an enum `State` need their own `@CasePathable`. What is nowhere declared is there and empty:
/// `State` is ``EmptyState``, `Action` is ``EmptyAction``, and without `body` and `reduce(into:action:)` the
/// feature does nothing.
///
/// An enum whose cases hold reducers becomes an enum of features, one of which runs at a time: a
/// ``CaseReducer``.
///
/// ```swift
/// @Reducer
/// enum Destination {
///   case detail(Detail)
///   case alert(AlertState<Alert>)
///   @ReducerCaseIgnored
///   case help(topic: String)
/// }
/// ...
/// .ifLet(\.$destination, action: \.destination)
/// ```
///
/// It adds `State` and `Action`, both `Sendable` and with case paths, the static `body`, and
/// `CaseScope` for ``Store/case``; none of these where the enum has its own. A nested `State` or `Action` of its
/// own gets case paths, as in a struct.
/// A default value of a case, as in `case detail(Detail = Detail(isEditable: true))`, is the reducer
/// that it runs, which is also how another enum of features is held: `case path(Path.Body = Path.body)`.
@attached(
  extension,
  conformances: Reducer, CaseReducer, _StatelessReducer, _ActionlessReducer, _BodilessReducer)
@attached(memberAttribute)
@attached(
  member, names: named(State), named(Action), named(Body), named(body), named(CaseScope),
  named(scope),
  named(caseNumber), named(isOver))
public macro Reducer() =
  #externalMacro(module: "PandoMacros", type: "ReducerMacro")

/// Makes an enum of reducers an enum of features, as ``Reducer()`` does, whose derived state and action
/// have conformances.
///
/// ```swift
/// @Reducer(state: .codable, .equatable, action: .codable)
/// enum Destination {
///   case detail(Detail)
/// }
/// ```
///
/// With those of the example it can be hosted: `Destination.body.hosted()`.
@attached(
  extension,
  conformances: Reducer, CaseReducer, _StatelessReducer, _ActionlessReducer, _BodilessReducer)
@attached(memberAttribute)
@attached(
  member, names: named(State), named(Action), named(Body), named(body), named(CaseScope),
  named(scope),
  named(caseNumber), named(isOver))
public macro Reducer(
  state: SynthesizedConformance..., action: SynthesizedConformance...
) = #externalMacro(module: "PandoMacros", type: "ReducerMacro")

/// Marks a case of an enum of features whose state is ``EphemeralState``: it has no reducer, and is over
/// as soon as one of its actions was sent.
///
/// Cases of `AlertState` and `ConfirmationDialogState` need no mark.
@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "PandoMacros", type: "ReducerCaseEphemeralMacro")

/// Marks a case of an enum of features that holds plain values, which have neither reducer nor actions.
///
/// Where the enum declares its `Action`, it may hold ``EphemeralState``, as an alert's, which is over as soon as
/// one of its actions was sent.
@attached(peer)
public macro ReducerCaseIgnored() =
  #externalMacro(module: "PandoMacros", type: "ReducerCaseIgnoredMacro")
