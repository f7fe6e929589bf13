import SwiftSyntax

/// A stored property of an `@ObservableState` struct.
struct StateProperty {
  enum Kind {
    /// Its accessors observe; the value is in a property of its own.
    case observed
    /// The same, by `@Presents`.
    case presented
    /// Left as it is.
    case plain
    /// By `@Presents`, and not observed.
    case presentedAlone
    /// Left as it is, behind a property wrapper.
    case wrapped
  }

  /// The name as written, with its backticks.
  let name: String
  let kind: Kind

  /// The name of what holds the value.
  var storage: String {
    kind == .plain ? name : "_\(name.withoutBackticks)"
  }

  /// The name that a mirror of the type without the macro has for it.
  var mirrorLabel: String {
    kind == .observed || kind == .plain ? name.withoutBackticks : storage
  }

  var isObserved: Bool { kind == .observed || kind == .presented }

  /// The property as it is where nothing observes it.
  var untracked: StateProperty {
    switch kind {
    case .observed: StateProperty(name: name, kind: .plain)
    case .presented: StateProperty(name: name, kind: .presentedAlone)
    case .plain, .presentedAlone, .wrapped: self
    }
  }
}

extension VariableDeclSyntax {
  /// The stored properties that this declares in an `@ObservableState` struct.
  var stateProperties: [StateProperty] {
    // One that is reported is left as it is, so that the rest compiles.
    let kind = stateObstacle == nil || stateKind == .wrapped ? stateKind : .plain
    return storedNames.map { StateProperty(name: $0, kind: kind) }
  }

  private var storedNames: [String] {
    guard !modifiers.contains(where: { ["static", "class", "lazy"].contains($0.name.text) }) else {
      return []
    }
    return bindings.filter(\.hasStorage).flatMap(\.pattern.names)
  }

  /// The one property that the accessors of the macro are for.
  var observedProperty: StateProperty? {
    guard stateObstacle == nil, let property = stateProperties.first, property.kind == .observed
    else { return nil }
    return property
  }

  private var stateKind: StateProperty.Kind {
    let isPlain = modifiers.contains { ["weak", "unowned"].contains($0.name.text) }
    if bindingSpecifier.tokenKind == .keyword(.let) || isPlain { return .plain }
    let isIgnored = attributes.contains("ObservationStateIgnored")
    if attributes.contains("Presents") { return isIgnored ? .presentedAlone : .presented }
    if wrapper != nil { return .wrapped }
    return isIgnored ? .plain : .observed
  }

  /// A property wrapper, or a macro: by the convention that their names begin with a capital.
  private var wrapper: String? {
    attributes.lazy.compactMap { $0.as(AttributeSyntax.self)?.baseName }
      .first { $0.first?.isUppercase == true && !Self.known.contains($0) }
  }

  private static let known: Set = [
    "MainActor", "ObservationStateIgnored", "ObservationStateTracked", "Presents",
  ]

  /// Wrappers whose values are observed by themselves.
  private static let observing: Set = ["Shared", "SharedReader"]

  /// The obstacle that keeps the declaration from being observed.
  var stateObstacle: StateObstacle? {
    guard let name = storedNames.first, !attributes.contains("ObservationStateIgnored") else {
      return nil
    }
    let kind = stateKind
    if let wrapper, kind == .wrapped {
      return Self.observing.contains(wrapper) ? nil : .wrapper(wrapper, of: name)
    }
    guard kind == .observed || kind == .presented else { return nil }
    if bindings.count > 1 || bindings.first?.pattern.is(TuplePatternSyntax.self) == true {
      return .several(name: name)
    }
    return bindings.first?.accessorBlock == nil ? nil : .observers(of: name)
  }
}

extension MemberBlockItemSyntax {
  /// The stored properties of an `@ObservableState` struct that this declares, in order.
  var stateProperties: [StateProperty] {
    decl.as(VariableDeclSyntax.self)?.stateProperties ?? []
  }
}
