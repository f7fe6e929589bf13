import SwiftSyntax

/// The members of a type in each of the configurations that `#if` gives it.
///
/// What a macro writes of all members together, such as an initialiser, a list or keys, has no place for an
/// `#if` inside it. So it is written for each configuration, between the `#if` lines of the members.
struct MemberConfigurations {
  private let isWanted: (MemberBlockItemSyntax) -> Bool
  private let print: ([MemberBlockItemSyntax]) -> [String]

  /// Returns the lines of the members of a type, with `#if` lines around them where some members need those.
  ///
  /// - Parameters:
  ///   - isWanted: Whether a member is of those that the lines are about.
  ///   - print: Returns the lines for the members of one configuration.
  static func lines(
    of members: MemberBlockItemListSyntax,
    where isWanted: @escaping (MemberBlockItemSyntax) -> Bool,
    _ print: @escaping ([MemberBlockItemSyntax]) -> [String]
  ) -> [String] {
    MemberConfigurations(isWanted: isWanted, print: print).lines(Array(members)[...], [], [:])
  }

  /// Returns whether some of the members are there in some configurations only.
  static func areSeveral(
    for members: MemberBlockItemListSyntax,
    where isWanted: @escaping (MemberBlockItemSyntax) -> Bool
  ) -> Bool {
    members.contains(
      where: MemberConfigurations(isWanted: isWanted, print: { _ in [] }).isConditional)
  }

  /// - Parameters:
  ///   - rest: The members that come.
  ///   - known: The members in front of them, without `#if`.
  ///   - chosen: The branches around this, by the conditions of their block: another with the same
  ///     conditions has the same.
  private func lines(
    _ rest: ArraySlice<MemberBlockItemSyntax>, _ known: [MemberBlockItemSyntax],
    _ chosen: [[String]: Int]
  ) -> [String] {
    guard let index = rest.firstIndex(where: isConditional),
      let block = rest[index].decl.as(IfConfigDeclSyntax.self)
    else { return print(known + rest.filter { !$0.decl.is(IfConfigDeclSyntax.self) }) }
    let known = known + rest[..<index].filter { !$0.decl.is(IfConfigDeclSyntax.self) }
    let behind = rest[(index + 1)...]
    let conditions = block.clauses.compactMap { $0.condition?.trimmedDescription }
    let branches = block.clauses.map(\.members)
    func branch(_ number: Int, _ chosen: [[String]: Int]) -> [String] {
      let members = number < branches.count ? Array(branches[number]) : []
      return lines((members + behind)[...], known, chosen)
    }
    if let number = chosen[conditions] { return branch(number, chosen) }
    var result: [String] = []
    for number in 0...conditions.count {
      result.append(
        number == conditions.count
          ? "#else" : "\(number == 0 ? "#if" : "#elseif") \(conditions[number])")
      result += branch(number, chosen.merging([conditions: number]) { $1 })
    }
    return result + ["#endif"]
  }

  private func isConditional(_ member: MemberBlockItemSyntax) -> Bool {
    guard let block = member.decl.as(IfConfigDeclSyntax.self) else { return false }
    return block.clauses.contains { $0.members.contains { isWanted($0) || isConditional($0) } }
  }
}

extension IfConfigClauseSyntax {
  fileprivate var members: MemberBlockItemListSyntax {
    elements?.as(MemberBlockItemListSyntax.self) ?? []
  }
}

extension MemberBlockItemListSyntax {
  /// The members, and those in every branch of an `#if`.
  var inAllConfigurations: [MemberBlockItemSyntax] {
    flatMap { member in
      guard let block = member.decl.as(IfConfigDeclSyntax.self) else { return [member] }
      return block.clauses.flatMap(\.members.inAllConfigurations)
    }
  }
}
