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

/// Makes a `Codable` struct or enum ``WireCodable``, so that it is sent to another process several
/// times as fast.
///
/// A struct is written as the list of its stored properties, an enum as the number of its case and
/// the list of its values; `Codable` stays as it is for all other coders. A constant with an initial
/// value is not written.
///
/// It cannot be derived for a type that is generic, that has its own `init(from:)`, `encode(to:)` or
/// coding keys, a property with an attribute or one that is lazy, weak or unowned, or a property or
/// case inside `#if`. It does not see what other macros add, or what extensions declare.
@attached(
  extension, conformances: WireCodable, names: named(encode(into:)), named(init(reading:)))
public macro WireCoded() =
  #externalMacro(module: "PandoMacros", type: "WireCodedMacro")

/// Holds the optional state of a feature that is presented: `child` is the optional, and `$child` what
/// `ifLet(_:action:destination:)` takes.
///
/// ```swift
/// struct State {
///   @Presents var child: Child.State?
/// }
/// ```
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(`$`), prefixed(_))
public macro Presents() = #externalMacro(module: "PandoMacros", type: "PresentsMacro")

/// Makes a struct a feature: a ``Reducer`` whose `body` combines reducers.
///
/// It adds
/// - the conformance to ``Reducer``, unless the struct declares it,
/// - ``CasePathable()`` to a nested `enum Action`, and to a nested `enum State`, which gets
///   `@dynamicMemberLookup` as well,
/// - ``WireCoded()`` to a nested `State` and a nested `enum Action` that spell `Codable` where they
///   are declared, unless they conform to ``WireCodable``, have an attribute of another macro, or it
///   cannot be derived. A type with its own `init(from:)` or `encode(to:)` in an extension must
///   declare `Codable` in that extension,
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
