import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ViewAction(for:)`: the conformance to `ViewActionSending`.
struct ViewActionMacro {}

extension ViewActionMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let members = declaration.memberBlock.members
    let hasStore = members.inAllConfigurations.contains {
      $0.decl.as(VariableDeclSyntax.self)?.isStore == true
    }
    if !hasStore { context.diagnose(noStore(node, declaration)) }
    for call in ViewSendFinder.calls(in: members) { context.diagnose(directSend(call)) }
    guard
      !protocols.isEmpty, canExtend(declaration, attribute: "ViewAction", in: context)
    else { return [] }
    var conformance: DeclSyntax =
      "extension \(type.trimmed): \(raw: Qualified.viewActionSending) {}"
    if !hasStore, let feature = node.featureName {
      // What was reported stands for all that uses it.
      let access = accessPrefix(of: declaration, in: context)
      conformance = """
        extension \(type.trimmed): \(raw: Qualified.viewActionSending) {
          \(raw: access)var store: \(raw: Qualified.storeOf)<\(raw: feature)> { Swift.fatalError() }
        }
        """
    }
    return [conformance.cast(ExtensionDeclSyntax.self)]
  }

  private static func noStore(
    _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax
  ) -> Diagnostic {
    let feature = node.featureName ?? "Feature"
    let members = declaration.memberBlock.members
    let store: DeclSyntax = "let store: StoreOf<\(raw: feature)>"
    let trivia = members.first?.leadingTrivia ?? .newline + .spaces(2)
    let member = MemberBlockItemSyntax(leadingTrivia: trivia, decl: store)
    return Diagnostic(
      node: declaration.introducer,
      message: ViewActionDiagnostic.noStore(feature: feature),
      fixIts: [
        FixIt(
          message: ViewActionFixIt.addStore,
          changes: [
            .replace(oldNode: Syntax(members), newNode: Syntax([member] + members))
          ])
      ])
  }

  private static func directSend(_ call: ViewSendFinder.Call) -> Diagnostic {
    let replacement = call.expression
      .with(
        \.calledExpression,
        ExprSyntax(
          DeclReferenceExprSyntax(
            leadingTrivia: call.expression.calledExpression.leadingTrivia,
            baseName: .identifier("send")))
      )
      .with(\.arguments, call.viewArguments)
    return Diagnostic(
      node: call.expression.calledExpression,
      message: ViewActionDiagnostic.directSend,
      fixIts: [
        FixIt(
          message: ViewActionFixIt.sendDirectly,
          changes: [
            .replace(oldNode: Syntax(call.expression), newNode: Syntax(replacement))
          ])
      ])
  }
}

extension VariableDeclSyntax {
  fileprivate var isStore: Bool {
    bindings.contains {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "store"
    } && !modifiers.contains { $0.name.tokenKind == .keyword(.static) }
  }
}

extension AttributeSyntax {
  /// `Search` in `@ViewAction(for: Search.self)`.
  fileprivate var featureName: String? {
    arguments?.as(LabeledExprListSyntax.self)?.first?.expression
      .as(MemberAccessExprSyntax.self)?.base?.trimmedDescription
  }
}
