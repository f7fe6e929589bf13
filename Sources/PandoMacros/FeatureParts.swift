import SwiftSyntax
import SwiftSyntaxBuilder

/// Finds which of `State`, `Action` and `body` a struct has, and which it leaves out.
struct FeatureParts {
  private let declaration: StructDeclSyntax
  private let names: Set<String>
  private let reduce: FunctionDeclSyntax?

  init(_ declaration: StructDeclSyntax) {
    self.declaration = declaration
    let members = declaration.memberBlock.members.map(\.decl)
    names = Set(members.flatMap(\.names))
    reduce = members.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }.first(where: \.isReduce)
  }

  /// The types that have no declaration here, and yet are known: parameters of the struct, and those
  /// that `reduce(into:action:)` takes.
  ///
  /// The compiler would find them by itself, if it did not find the empty ones first.
  var aliases: [(name: String, type: TypeSyntax)] {
    ["State", "Action"].enumerated().compactMap { position, name in
      if names.contains(name) { return nil }
      if parameters.contains(name) { return (name, TypeSyntax("\(raw: name)")) }
      guard let type = reduced(position), !means(type, own: name) else { return nil }
      return (name, type)
    }
  }

  /// The protocols that bring what is left out. What an extension declares goes before that.
  var missing: [String] {
    let known = names.union(aliases.map(\.name))
    var missing: [String] = []
    if !known.contains("State") { missing.append(Qualified.statelessReducer) }
    if !known.contains("Action") { missing.append(Qualified.actionlessReducer) }
    if !known.contains("body"), reduce == nil { missing.append(Qualified.bodilessReducer) }
    return missing
  }

  private var parameters: [String] {
    declaration.genericParameterClause?.parameters.map(\.name.text) ?? []
  }

  /// The type of a parameter of `reduce(into:action:)`.
  private func reduced(_ position: Int) -> TypeSyntax? {
    guard let parameter = reduce?.signature.parameterClause.parameters.dropFirst(position).first
    else { return nil }
    return (parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type).trimmed
  }

  private func means(_ type: TypeSyntax, own name: String) -> Bool {
    [name, "Self.\(name)", "\(declaration.name.text).\(name)"].contains(type.trimmedDescription)
  }
}

extension DeclSyntax {
  /// The names of the types and the properties of an instance that are declared here.
  fileprivate var names: [String] {
    if let property = self.as(VariableDeclSyntax.self) {
      if property.isStatic { return [] }
      return property.bindings.compactMap {
        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      }
    }
    if self.is(FunctionDeclSyntax.self) { return [] }
    return self.asProtocol((any NamedDeclSyntax).self).map { [$0.name.text] } ?? []
  }
}
