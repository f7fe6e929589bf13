import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Presents`: an optional property as a `PresentationState`, which `$property` names.
///
/// A property wrapper would do the same, but leaves no room for other macros on the type.
struct PresentsMacro {}

extension PresentsMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = PresentedProperty(declaration) else {
      // It has been reported. A macro for accessors must write some.
      return ["get { Swift.fatalError() }"]
    }
    let storage = property.storage
    let initializer: AccessorDeclSyntax = """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) {
        \(raw: storage) = \(raw: property.stateType)(wrappedValue: initialValue)
      }
      """
    return [initializer] + accessors(of: property, property.member, in: context)
  }

  /// Returns the accessors of the optional or of the presentation state. In a type that is observed
  /// they take part in that.
  private static func accessors(
    of property: PresentedProperty, _ member: String, in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    let value = "\(property.storage).\(member)"
    let type = context.lexicalContext.first?.as(StructDeclSyntax.self)
    if property.isIgnored || type?.attributes.contains("ObservableState") != true {
      return [
        "get { \(raw: value) }", "set { \(raw: value) = newValue }",
        "_modify { yield &\(raw: value) }",
      ]
    }
    return ObservedAccessors(storage: property.storage, value: value, field: property.name)
      .declarations
  }
}

extension PresentsMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let property = PresentedProperty(declaration)
    if property?.isOptional != true {
      context.diagnose(Diagnostic(node: node, message: PandoDiagnostic.notPresentable))
    }
    guard let property else { return [] }
    let projection = accessors(of: property, "projectedValue", in: context)
      .flatMap { $0.description.split(separator: "\n", omittingEmptySubsequences: false) }
    return [
      """
      private var \(raw: property.storage): \(raw: property.stateType) = \
      \(raw: property.stateType)(wrappedValue: \(property.initialValue))
      """,
      """
      \(raw: property.access)var \(raw: property.projection): \(raw: property.stateType) {
      \(raw: projection.map { "  " + $0 }.joined(separator: "\n"))
      }
      """,
    ]
  }
}

/// A `var` of an optional type that is spelled out. One of another type is reported, and yet written, so that
/// the compiler does not report all that uses it as well.
private struct PresentedProperty {
  /// The name as written, with its backticks.
  let name: String
  let wrapped: TypeSyntax
  let isOptional: Bool
  let initialValue: ExprSyntax
  let access: String
  let isIgnored: Bool

  var storage: String { "_\(name.withoutBackticks)" }
  var projection: String { "$\(name.withoutBackticks)" }
  var stateType: TypeSyntax { "\(raw: Qualified.presentationState)<\(wrapped)>" }
  /// The part of the presentation state that the property is.
  var member: String { isOptional ? "wrappedValue" : "wrappedValue!" }

  init?(_ declaration: some DeclSyntaxProtocol) {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      variable.bindingSpecifier.tokenKind == .keyword(.var),
      let binding = variable.bindings.first, variable.bindings.count == 1,
      binding.accessorBlock == nil,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
      let type = binding.typeAnnotation?.type ?? binding.initializer?.value.constructedType
    else { return nil }
    name = pattern.identifier.text
    let wrapped = Self.wrapped(type)
    self.wrapped = wrapped ?? type.trimmed
    isOptional = wrapped != nil
    initialValue = binding.initializer?.value.trimmed ?? "nil"
    isIgnored = variable.attributes.contains("ObservationStateIgnored")
    access =
      switch variable.modifiers.accessModifier {
      // The feature around the state writes `\.$child`, and does not see what is private in it.
      case "private": "fileprivate "
      case let level?: "\(level) "
      case nil: ""
      }
  }

  private static func wrapped(_ type: TypeSyntax) -> TypeSyntax? {
    if let optional = type.as(OptionalTypeSyntax.self) { return optional.wrappedType.trimmed }
    guard let identifier = type.as(IdentifierTypeSyntax.self), identifier.name.text == "Optional",
      let argument = identifier.genericArgumentClause?.arguments.first
    else { return nil }
    return argument.argument.as(TypeSyntax.self)?.trimmed
  }
}

extension ExprSyntax {
  /// The type that a call such as `Child.State(id: 1)` makes a value of, by its looks.
  fileprivate var constructedType: TypeSyntax? {
    guard let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression,
      callee.is(DeclReferenceExprSyntax.self) || callee.is(MemberAccessExprSyntax.self)
    else { return nil }
    return "\(callee.trimmed)"
  }
}
