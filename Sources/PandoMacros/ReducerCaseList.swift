import SwiftSyntax

/// The cases of an enum of features, in order, with the `#if` blocks around them.
struct ReducerCaseList {
  indirect enum Item {
    case single(ReducerCase)
    /// Each branch begins with its line: `#if DEBUG`.
    case conditional([(line: String, items: [Item])])
  }

  let items: [Item]

  init(_ members: MemberBlockItemListSyntax, enumName: TokenSyntax) {
    items = Self.items(members, enumName)
  }

  private static func items(
    _ members: MemberBlockItemListSyntax, _ enumName: TokenSyntax
  ) -> [Item] {
    members.flatMap { member -> [Item] in
      if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
        return declaration.elements.map {
          .single(ReducerCase($0, of: declaration, enumName: enumName))
        }
      }
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
      let branches = condition.clauses.map { clause -> (line: String, items: [Item]) in
        let test = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
        let members = clause.elements?.as(MemberBlockItemListSyntax.self) ?? []
        return (clause.poundKeyword.text + test, items(members, enumName))
      }
      return branches.allSatisfy(\.items.isEmpty) ? [] : [.conditional(branches)]
    }
  }

  /// The lines that each case gives, with the `#if` lines between them.
  func lines(_ lines: (ReducerCase) -> [String]) -> [String] {
    Self.lines(items, lines)
  }

  private static func lines(
    _ items: [Item], _ lines: (ReducerCase) -> [String]
  ) -> [String] {
    items.flatMap { item -> [String] in
      switch item {
      case .single(let reducerCase): lines(reducerCase)
      case .conditional(let branches):
        branches.flatMap { [$0.line] + Self.lines($0.items, lines) } + ["#endif"]
      }
    }
  }

  var hasConditions: Bool {
    items.contains { if case .conditional = $0 { true } else { false } }
  }

  func contains(where matches: (ReducerCase) -> Bool) -> Bool {
    var isFound = false
    _ = lines { reducerCase in
      if matches(reducerCase) { isFound = true }
      return []
    }
    return isFound
  }
}
