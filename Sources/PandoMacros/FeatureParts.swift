import SwiftSyntax
import SwiftSyntaxBuilder

/// Finds which of `State`, `Action` and `body` a struct has, and which it leaves out.
struct FeatureParts {
  private let declaration: StructDeclSyntax
  private let names: Set<String>
  private let reduce: FunctionDeclSyntax?
  private let bodyType: TypeSyntax?

  init(_ declaration: StructDeclSyntax) {
    self.declaration = declaration
    let members = declaration.memberBlock.members.inAllConfigurations.map(\.decl)
    names = Set(members.flatMap(\.names))
    reduce = members.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }.first(where: \.isReduce)
    bodyType = members.lazy.compactMap { $0.as(VariableDeclSyntax.self)?.typeOfBody }.first
  }

  /// The types that have no declaration here, and yet are known: parameters of the struct, those that
  /// `reduce(into:action:)` takes, and those that the type of `body` names.
  ///
  /// The compiler would find them by itself, if it did not find the empty ones first.
  var aliases: [(name: String, type: TypeSyntax)] {
    ["State", "Action"].enumerated().compactMap { position, name in
      if names.contains(name) { return nil }
      if parameters.contains(name) { return (name, TypeSyntax("\(raw: name)")) }
      guard let type = reduced(position) ?? combined(position, name), !means(type, own: name) else {
        return nil
      }
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

  /// The type that the reducer in `body` works on.
  private func combined(_ position: Int, _ name: String) -> TypeSyntax? {
    guard let bodyType else { return nil }
    guard let opaque = bodyType.as(SomeOrAnyTypeSyntax.self) else {
      return "\(bodyType.trimmed).\(raw: name)"
    }
    let constraints =
      opaque.constraint.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [opaque.constraint]
    for constraint in constraints {
      let arguments = constraint.genericArguments
      switch (constraint.baseName, arguments.count) {
      case ("Reducer", 2): return arguments[position]
      case ("ReducerOf", 1): return "\(arguments[0]).\(raw: name)"
      default: continue
      }
    }
    return nil
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

extension VariableDeclSyntax {
  /// The type of the instance property `body`, where it is written.
  fileprivate var typeOfBody: TypeSyntax? {
    guard !isStatic, let binding = bindings.first,
      binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "body"
    else { return nil }
    return binding.typeAnnotation?.type
  }
}

extension TypeSyntax {
  /// The generic arguments of a type that is named.
  var genericArguments: [TypeSyntax] {
    let clause =
      self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
    return clause?.arguments.compactMap { $0.argument.as(TypeSyntax.self)?.trimmed } ?? []
  }
}
