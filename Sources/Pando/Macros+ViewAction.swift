/// Gives whatever shows the store of a feature a method `send`, which takes the actions of the user
/// interface alone: those in the case `view` of the feature's action.
///
/// ```swift
/// @ViewAction(for: Search.self)
/// struct SearchScreen {
///   let store: StoreOf<Search>
///
///   func refresh() { send(.refreshButtonTapped) }
/// }
/// ```
///
/// It adds the conformance to ``ViewActionSending``, and warns of `store.send(.view(...))`.
@attached(extension, conformances: ViewActionSending, names: named(store))
public macro ViewAction<R: Reducer>(for: R.Type) =
  #externalMacro(module: "PandoMacros", type: "ViewActionMacro")
where R.Action: ViewAction
