extension TypeMetadata {
  /// A value in the values of a type.
  struct Part {
    /// The label in a tuple, or the name that is written in the source; empty where there is none.
    let name: String
    let type: Any.Type

    /// The names that lead to the part of a type that others lead to.
    func path(in outer: String) -> String {
      outer.isEmpty || name.isEmpty ? outer + name : "\(outer).\(name)"
    }
  }

  /// The types for which a generic type was specialized; none where they cannot be told.
  var argumentTypes: [Any.Type] {
    (genericArguments ?? []).compactMap { argument in
      if case .type(let type) = argument { type } else { nil }
    }
  }

  /// The elements of a tuple, and the stored properties or the payloads of a declared type. Types of the
  /// standard library and of Foundation are values, whatever they are made of: they hold their arguments.
  var parts: [Part] {
    guard let descriptor else {
      guard kind == .tuple else { return [] }
      return tupleElements.map { Part(name: $0.label, type: $0.type) }
    }
    if descriptor.isStandard { return argumentTypes.map { Part(name: "", type: $0) } }
    return (descriptor.fields.map(Array.init) ?? []).compactMap { field in
      guard field.hasType, let type = type(of: field) else { return nil }
      return Part(name: field.writtenName, type: type)
    }
  }
}
