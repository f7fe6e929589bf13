import SwiftSyntax

/// The parts of a type, as far as its encoding is concerned.
enum WireShape {
  case structure([WireProperty])
  case enumeration([EnumCase])

  /// The shape of a declaration; throws the first thing that stands in the way.
  init(of declaration: some DeclGroupSyntax) throws(WireObstacle) {
    let members = declaration.memberBlock.members
    if let declaration = declaration.as(StructDeclSyntax.self) {
      try Self.refuseGenerics(declaration.genericParameterClause)
      try Self.refuseOwnCoding(members)
      let isObservable = declaration.attributes.contains("ObservableState")
      self = .structure(try Self.properties(members, isObservable, isConditional: false))
    } else if let declaration = declaration.as(EnumDeclSyntax.self) {
      try Self.refuseGenerics(declaration.genericParameterClause)
      try Self.refuseOwnCoding(members)
      var cases = try Self.cases(members, of: declaration.name.trimmed, isConditional: false)
      if declaration.modifiers.isIndirect {
        for index in cases.indices { cases[index].isIndirect = true }
      }
      if cases.isEmpty { throw WireObstacle(.noCases, at: declaration.name) }
      self = .enumeration(cases)
    } else {
      throw WireObstacle(.notAStructOrEnum, at: declaration.introducer)
    }
  }

  private static func refuseGenerics(
    _ clause: GenericParameterClauseSyntax?
  ) throws(WireObstacle) {
    if let clause { throw WireObstacle(.generic, at: clause) }
  }

  private static func refuseOwnCoding(_ members: MemberBlockItemListSyntax) throws(WireObstacle) {
    for member in members {
      if let name = member.decl.ownCodingName {
        throw WireObstacle(.ownCoding(name: name), at: member.decl)
      }
      for inner in member.decl.conditionalMembers { try refuseOwnCoding(inner) }
    }
  }

  private static func properties(
    _ members: MemberBlockItemListSyntax, _ isObservable: Bool, isConditional: Bool
  ) throws(WireObstacle) -> [WireProperty] {
    var result: [WireProperty] = []
    for member in members {
      if member.decl.is(MacroExpansionDeclSyntax.self) {
        throw WireObstacle(.macro, at: member.decl)
      }
      for inner in member.decl.conditionalMembers {
        result += try properties(inner, isObservable, isConditional: true)
      }
      guard let declaration = member.decl.as(VariableDeclSyntax.self) else { continue }
      let found = try declaration.wireProperties(isObservable: isObservable)
      if isConditional, let name = found.first?.name {
        throw WireObstacle(.conditional(name: name), at: declaration)
      }
      result += found
    }
    return result
  }

  private static func cases(
    _ members: MemberBlockItemListSyntax, of name: TokenSyntax, isConditional: Bool
  ) throws(WireObstacle) -> [EnumCase] {
    var cases: [EnumCase] = []
    for member in members {
      if member.decl.is(MacroExpansionDeclSyntax.self) {
        throw WireObstacle(.macro, at: member.decl)
      }
      for inner in member.decl.conditionalMembers {
        cases += try Self.cases(inner, of: name, isConditional: true)
      }
      guard let declaration = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
      for element in declaration.elements {
        var found = EnumCase(element, attributes: [], enumName: name)
        found.isIndirect = declaration.modifiers.isIndirect
        if isConditional { throw WireObstacle(.conditional(name: found.name), at: element) }
        if let attribute = declaration.attributes.first {
          throw WireObstacle(.attribute(of: found.name), at: attribute)
        }
        for parameter in element.parameterClause?.parameters ?? [] {
          if let kind = parameter.type.uncodableKind {
            throw WireObstacle(.uncodable(kind: kind, of: found.name), at: parameter.type)
          }
        }
        cases.append(found)
      }
    }
    return cases
  }
}

extension DeclModifierListSyntax {
  /// True if `indirect` is one of them.
  var isIndirect: Bool { contains { $0.name.tokenKind == .keyword(.indirect) } }
}

extension DeclSyntax {
  /// The members in the branches of an `#if`.
  fileprivate var conditionalMembers: [MemberBlockItemListSyntax] {
    self.as(IfConfigDeclSyntax.self)?.clauses
      .compactMap { $0.elements?.as(MemberBlockItemListSyntax.self) } ?? []
  }

  /// Which function of `Codable` this declares.
  var codingFunction: String? {
    if let initializer = self.as(InitializerDeclSyntax.self) {
      return initializer.signature.labels == ["from"] ? "init(from:)" : nil
    }
    if let function = self.as(FunctionDeclSyntax.self) {
      return function.name.text == "encode" && function.signature.labels == ["to"]
        ? "encode(to:)" : nil
    }
    return nil
  }

  /// The name of this declaration, when it changes how a type is coded.
  fileprivate var ownCodingName: String? {
    if let codingFunction { return codingFunction }
    let name = self.asProtocol((any NamedDeclSyntax).self)?.name.text
    return name?.hasSuffix("CodingKeys") == true ? name : nil
  }
}

extension FunctionSignatureSyntax {
  fileprivate var labels: [String] { parameterClause.parameters.map(\.firstName.text) }
}
