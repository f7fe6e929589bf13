import SwiftSyntax

extension CasePathPrinter {
  /// The lines that make the case paths a sequence of key paths.
  ///
  /// None where a payload's type has a name that means another type inside of a sequence.
  func list(_ members: MemberBlockItemListSyntax) -> [String] {
    guard let cases = cases(members) else { return [] }
    let type = "\(Qualified.casePathIterator)<\(enumName.text)>"
    return
      [
        "\(access)func makeIterator() -> \(type) {",
        "  \(type) { \(cases.isEmpty ? "_" : "add") in",
      ]
      + cases.map { "    " + $0 } + ["  }", "}"]
  }

  private func cases(_ members: MemberBlockItemListSyntax) -> [String]? {
    var lines: [String] = []
    for member in members {
      if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
        if declaration.elements.contains(where: \.namesPartOfSequence) { return nil }
        // To name one that is deprecated would warn, and one that is unavailable would not compile.
        if declaration.attributes.contains("available") { continue }
        lines += declaration.elements.map { "add(\\.\($0.name.trimmedDescription))" }
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        guard let branches = branches(condition) else { return nil }
        lines += branches
      }
    }
    return lines
  }

  private func branches(_ condition: IfConfigDeclSyntax) -> [String]? {
    var lines: [String] = []
    var isEmpty = true
    for clause in condition.clauses {
      let test = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
      lines.append(clause.poundKeyword.text + test)
      guard let members = clause.elements?.as(MemberBlockItemListSyntax.self) else { continue }
      guard let branch = cases(members) else { return nil }
      isEmpty = isEmpty && branch.isEmpty
      lines += branch
    }
    return isEmpty ? [] : lines + ["#endif"]
  }
}

extension EnumCaseElementSyntax {
  /// True if a payload's type has the name of an associated type of `Sequence`.
  fileprivate var namesPartOfSequence: Bool {
    (parameterClause?.parameters ?? []).contains { parameter in
      parameter.type.tokens(viewMode: .sourceAccurate).contains { token in
        ["Element", "Iterator"].contains(token.text)
          && token.previousToken(viewMode: .sourceAccurate)?.tokenKind != .period
      }
    }
  }
}
