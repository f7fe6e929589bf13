/// Makes an enum ``CasePathable``: each of its cases can be named by a key path such as `\.child`.
///
/// A case without associated values has the payload `Void`, a case with one has its type, and a
/// case with several has a tuple of them, with their labels. Two cases of one name cannot be told
/// apart and are an error.
///
/// An enum that is marked `@dynamicMemberLookup` as well has an optional property for each case:
/// `state.child`.
@attached(extension, conformances: CasePathable)
@attached(member, names: named(AllCasePaths), named(allCasePaths))
public macro CasePathable() =
  #externalMacro(module: "PandoMacros", type: "CasePathableMacro")

/// Makes a struct a feature: a ``Reducer`` whose `body` combines reducers.
///
/// It adds
/// - the conformance to ``Reducer``, unless the struct declares it,
/// - ``CasePathable()`` to a nested `enum Action`, and to a nested `enum State`, which gets
///   `@dynamicMemberLookup` as well,
/// - the ``ReducerBuilder`` to a `body` of type `some Reducer<State, Action>` or `some
///   ReducerOf<Self>`, unless it has one or leaves with `return`.
///
/// `State` and `Action` may also be type aliases, or be declared in an extension, where `Action`
/// and an enum `State` need their own `@CasePathable`.
@attached(extension, conformances: Reducer)
@attached(memberAttribute)
@attached(member)
public macro Reducer() =
  #externalMacro(module: "PandoMacros", type: "ReducerMacro")
