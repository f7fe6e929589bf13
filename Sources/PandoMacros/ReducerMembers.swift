import SwiftSyntax

extension VariableDeclSyntax {
  /// True if this is the computed instance property `body`.
  var isBody: Bool { isComputedBody && !isStatic }

  /// True if this is a property of the type.
  var isStatic: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.static) } }

  private var isComputedBody: Bool {
    bindings.count == 1
      && bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "body"
      && getter != nil
  }

  /// True if this is a `body` whose statements the macro should make the reducer builder combine: an
  /// instance's of a struct, the type's of an enum.
  ///
  /// A `return` turns a result builder off, with a warning on an attribute that the user did not
  /// write.
  func needsReducerBuilder(in declaration: some DeclGroupSyntax) -> Bool {
    let isOfType = declaration.is(EnumDeclSyntax.self)
    guard isComputedBody, isStatic == isOfType, !attributes.contains("ReducerBuilder"), let getter
    else { return false }
    return bindings.first?.typeAnnotation?.type.isOpaqueReducer == true
      && !ReturnFinder.finds(in: getter)
  }

  /// The statements that compute the property.
  private var getter: CodeBlockItemListSyntax? {
    switch bindings.first?.accessorBlock?.accessors {
    case .getter(let statements):
      statements
    case .accessors(let accessors):
      accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
    case nil:
      nil
    }
  }
}

extension StructDeclSyntax {
  /// The type of a `body` that does not say of which feature it is a reducer: `some Reducer`, or `any` of them.
  var unnamedBody: TypeSyntax? {
    let body = memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .first(where: \.isBody)
    guard let type = body?.bindings.first?.typeAnnotation?.type,
      let opaque = type.as(SomeOrAnyTypeSyntax.self)
    else { return nil }
    let isSome = opaque.someOrAnySpecifier.tokenKind == .keyword(.some)
    switch opaque.constraint.baseName {
    case "Reducer": return opaque.constraint.genericArguments.isEmpty ? type : nil
    case "ReducerOf": return isSome ? nil : type
    default: return nil
    }
  }
}

extension FunctionDeclSyntax {
  /// True if this is the method `reduce(into:action:)`.
  var isReduce: Bool {
    name.text == "reduce"
      && signature.parameterClause.parameters.map(\.firstName.text) == ["into", "action"]
      && !modifiers.contains { $0.name.tokenKind == .keyword(.static) }
  }
}

extension TypeSyntax {
  /// True if this is `some Reducer...` or `some ReducerOf...`, alone or in a composition.
  fileprivate var isOpaqueReducer: Bool {
    guard
      let opaque = self.as(SomeOrAnyTypeSyntax.self),
      opaque.someOrAnySpecifier.tokenKind == .keyword(.some)
    else { return false }
    let constraints =
      opaque.constraint.as(CompositionTypeSyntax.self)?.elements.map(\.type)
      ?? [opaque.constraint]
    return constraints.contains { $0.baseName == "Reducer" || $0.baseName == "ReducerOf" }
  }
}

/// Looks for a `return` that leaves the getter, not a closure or a function inside it.
private final class ReturnFinder: SyntaxVisitor {
  private var found = false

  static func finds(in statements: CodeBlockItemListSyntax) -> Bool {
    let finder = ReturnFinder(viewMode: .sourceAccurate)
    finder.walk(statements)
    return finder.found
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
