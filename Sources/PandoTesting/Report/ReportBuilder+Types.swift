import PandoWire

extension ReportBuilder {
  /// Checks what the types tell.
  mutating func checkTypes(state: Any.Type, action: Any.Type) {
    for type in [state, action] {
      for (path, part) in uncodableParts(of: type) {
        let subject = join(type, path)
        let place = path.isEmpty ? "" : " It is what \"\(subject)\" holds."
        add(
          .notCodable, .error, subject,
          """
          "\(typeName(part))" is not Codable, so "\(typeName(type))" cannot cross to a worker.\
          \(place) Make it Codable, or keep it in a dependency.
          """)
      }
      for (path, part) in mutableReferences(in: type) {
        let subject = join(type, path)
        add(
          .mutableReference, .error, subject,
          """
          "\(subject)" is a "\(typeName(part))", which is a class that can change. All copies of the \
          state share it, and each answer of a worker puts another in its place. Make it a struct, or \
          keep what it holds in a dependency or in a "@Shared" value.
          """)
      }
    }
    if !(state is any Equatable.Type) {
      add(
        .notCodable, .error, "\(typeName(state)): Equatable",
        "\"\(typeName(state))\" is not Equatable, which \".hosted()\" asks for.")
    }
  }

  private func join(_ type: Any.Type, _ path: String) -> String {
    path.isEmpty ? typeName(type) : "\(typeName(type)).\(path)"
  }
}
