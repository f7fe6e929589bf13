/// Makes a `Codable` struct or enum ``WireCodable``, so that it is sent to another process several
/// times as fast.
///
/// A struct is written as the list of its stored properties, an enum as the number of its case and
/// the list of its values; `Codable` stays as it is for all other coders. A constant with an initial
/// value is not written.
///
/// Of a large hosted state only the stored properties that an action changed are encoded and decoded, down
/// through the structs in it that have this coding too, and only the changed rows of an ``IdentifiedArray``.
///
/// It cannot be derived for a type that is generic, that has its own `init(from:)`, `encode(to:)` or
/// coding keys, a property with an attribute other than `@Presents` or one that is lazy, weak or unowned,
/// or a property or case inside `#if`. It does not see what other macros add, or what extensions declare.
@attached(
  extension, conformances: WireCodable,
  names: named(encode(into:)), named(init(reading:)), named(list(wireFields:)))
public macro WireCoded() =
  #externalMacro(module: "PandoMacros", type: "WireCodedMacro")

/// Makes a type `Sendable`, and so has the compiler name what in it is not.
///
/// ``Reducer()`` adds it to a `State` and an `Action` that are public: the compiler makes all other
/// types `Sendable` by itself, and a store takes nothing else. A type that is `Sendable` for another
/// reason, an extension with `@unchecked Sendable` among them, stays as it is.
@attached(extension, conformances: Sendable)
public macro CheckedSendable() =
  #externalMacro(module: "PandoMacros", type: "CheckedSendableMacro")

/// Lists the properties of a struct that present a feature, so that a store reaches what they present where it
/// lies.
///
/// ``Reducer()`` adds it to a `State` that presents features, and has no ``ObservableState()``, which
/// lists all properties.
@attached(extension, conformances: _PresentingState, names: named(_$presented))
public macro PresentedFields() =
  #externalMacro(module: "PandoMacros", type: "PresentedFieldsMacro")

/// Holds the optional state of a feature that is presented: `child` is the optional, and `$child` what
/// `ifLet(_:action:destination:)` takes.
///
/// ```swift
/// struct State {
///   @Presents var child: Child.State?
/// }
/// ```
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`), prefixed(_))
public macro Presents() = #externalMacro(module: "PandoMacros", type: "PresentsMacro")

/// Stands in for the coding of a type that declares `Codable` and cannot have it.
///
/// ``Reducer()`` adds it to a `State` or an `Action` where it has reported why, so that the compiler reports
/// nothing beside that.
@attached(extension, names: named(init(from:)), named(encode(to:)), named(==), named(hash(into:)))
public macro Uncodable() = #externalMacro(module: "PandoMacros", type: "UncodableMacro")
