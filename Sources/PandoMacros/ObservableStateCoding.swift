import SwiftSyntax

/// The coding of an `@ObservableState` struct by `Codable`.
enum ObservableStateCoding {
  /// Not at all, or by its own functions.
  case none
  /// As the compiler derives it, with keys that name the properties as they are written.
  case derived
  /// As the compiler derives it, with keys of its own.
  case ownKeys(Syntax)

  init(of state: StructDeclSyntax) {
    let conformances = Set(
      (state.inheritanceClause?.inheritedTypes ?? []).flatMap { $0.type.baseNames })
    let members = state.memberBlock.members.inAllConfigurations
    let decodes = !conformances.isDisjoint(with: ["Codable", "Decodable"])
    let encodes = !conformances.isDisjoint(with: ["Codable", "Encodable"])
    let isDerived =
      decodes && !members.contains { $0.decl.codingFunction == "init(from:)" }
      || encodes && !members.contains { $0.decl.codingFunction == "encode(to:)" }
    guard isDerived else {
      self = .none
      return
    }
    let keys = members.first {
      $0.decl.asProtocol((any NamedDeclSyntax).self)?.name.text == "CodingKeys"
    }
    self = keys.map { .ownKeys(Syntax($0.decl)) } ?? .derived
  }
}

extension MemberBlockItemListSyntax {
  /// Returns whether a property of this name is declared here.
  func declares(_ name: String) -> Bool {
    inAllConfigurations.contains { member in
      member.decl.as(VariableDeclSyntax.self)?.bindings
        .contains { $0.pattern.names.contains(name) } ?? false
    }
  }

  /// The cases that are always there, in order.
  var plainCases: [EnumCase] {
    flatMap { member in
      member.decl.as(EnumCaseDeclSyntax.self)?.elements.map {
        EnumCase($0, attributes: [], enumName: .identifier("Self"))
      } ?? []
    }
  }

  /// True if there are cases inside `#if`.
  var hasConditionalCases: Bool {
    contains { member in
      member.decl.as(IfConfigDeclSyntax.self)?.clauses.contains { clause in
        clause.elements?.as(MemberBlockItemListSyntax.self).map {
          $0.hasConditionalCases || !$0.plainCases.isEmpty
        } ?? false
      } ?? false
    }
  }
}
