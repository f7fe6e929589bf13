/// Makes the fields of a state observable one by one.
///
/// ```swift
/// @ObservableState
/// struct State: Codable, Equatable {
///   var query = ""
///   @Presents var detail: Detail.State?
/// }
/// ```
///
/// `Observations { store.query }` then gives the query whenever a commit has changed it, also when
/// the change came from a worker. The type stays what it is: `Equatable`, `Hashable`, `Codable` and
/// what a value looks like in a dump are as without the macro. While nothing in the process observes
/// a store, it costs 16 bytes in each value, and no time to speak of.
///
/// Every stored `var` of a struct is observed but those marked ``ObservationStateIgnored()``; a `let` is
/// not. The children in it should be observable too: optional ones, presented ones, those in an enum,
/// and the rows of an `IdentifiedArray`. Of an enum, the payloads are.
///
/// A type that has its own `CodingKeys` needs its own `init(from:)` and `encode(to:)` as well, and one
/// that is made `Codable` must say so where it is declared.
@attached(
  extension, conformances: ObservableState, CustomReflectable,
  names: named(_$identity), named(_$fields), named(_$track), named(_$adopt),
  named(_$observationPath), named(customMirror))
@attached(member, names: named(_$observation), named(_$Field), named(CodingKeys))
@attached(memberAttribute)
public macro ObservableState() =
  #externalMacro(module: "PandoMacros", type: "ObservableStateMacro")

/// Makes a property observable. ``ObservableState()`` puts it on every property that it observes.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro ObservationStateTracked() =
  #externalMacro(module: "PandoMacros", type: "ObservationStateTrackedMacro")

/// Leaves a property of an ``ObservableState()`` type as it is: nobody is told when it changes.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "PandoMacros", type: "ObservationStateIgnoredMacro")
