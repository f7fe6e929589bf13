import SwiftSyntax

/// Writes the case paths of an enum, line by line.
struct CasePathPrinter {
  let enumName: TokenSyntax
  let access: String

  /// The lines for every case among the members of an enum, with its `#if` blocks kept.
  ///
  /// - Parameters:
  ///   - names: The cases met so far. Branches of one `#if` may repeat each other's.
  ///   - repeated: Called with each case whose name was met before; it gets no case path.
  func lines(
    _ members: MemberBlockItemListSyntax,
    names: inout Set<String>,
    repeated: (EnumCaseElementSyntax) -> Void
  ) -> [String] {
    var lines: [String] = []
    for member in members {
      if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
        for element in declaration.elements {
          guard names.insert(element.name.identifier?.name ?? element.name.text).inserted else {
            repeated(element)
            continue
          }
          lines += self.lines(
            EnumCase(element, attributes: shared(declaration.attributes), enumName: enumName)
          )
        }
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        lines += self.lines(condition, names: &names, repeated: repeated)
      }
    }
    return lines
  }

  private func lines(
    _ condition: IfConfigDeclSyntax,
    names: inout Set<String>,
    repeated: (EnumCaseElementSyntax) -> Void
  ) -> [String] {
    var lines: [String] = []
    var namesInBranches = names
    var isEmpty = true
    for clause in condition.clauses {
      var namesInBranch = names
      let test = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
      lines.append(clause.poundKeyword.text + test)
      if let members = clause.elements?.as(MemberBlockItemListSyntax.self) {
        let branch = self.lines(members, names: &namesInBranch, repeated: repeated)
        isEmpty = isEmpty && branch.isEmpty
        lines += branch
      }
      namesInBranches.formUnion(namesInBranch)
    }
    names = namesInBranches
    return isEmpty ? [] : lines + ["#endif"]
  }

  private func lines(_ enumCase: EnumCase) -> [String] {
    let type = "\(Qualified.anyCasePath)<\(enumName.text), \(enumCase.valueType)>"
    return enumCase.attributes + [
      "\(access)var \(enumCase.name): \(type) {",
      "  \(type)(",
    ]
      + functions(enumCase).map { "    " + $0 } + [
        "  )",
        "}",
      ]
  }

  private func functions(_ enumCase: EnumCase) -> [String] {
    let name = "\(enumName.text).\(enumCase.name)"
    if enumCase.payloads.isEmpty {
      return [
        "uncheckedEmbed: { \(name) },",
        "matches: {",
        "  guard case .\(enumCase.name) = $0 else { return false }",
        "  return true",
        "}",
      ]
    }
    let values = enumCase.boundValues
    let isTuple = enumCase.payloads.count > 1
    // A single value goes in by the case itself: around one that cannot exist, a closure is code that never runs.
    let embed =
      isTuple
      ? "{ \(name)(\(enumCase.parts(of: "$0"))) }"
      : "\(name)(\(enumCase.payloads[0].label ?? "_"):)"
    return [
      "uncheckedEmbed: \(embed),",
      "extract: {",
      "  guard case \(enumCase.pattern) = $0 else { return nil }",
      "  return \(isTuple ? "(\(values))" : "value0")",
      "}",
    ]
  }

  /// A deprecated or unavailable case has a deprecated or unavailable case path.
  private func shared(_ attributes: AttributeListSyntax) -> [String] {
    attributes.compactMap { element in
      guard case .attribute(let attribute) = element, attribute.baseName == "available" else {
        return nil
      }
      return attribute.trimmedDescription
    }
  }
}
