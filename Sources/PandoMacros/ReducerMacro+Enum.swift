import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ReducerMacro {
  /// Returns the members that an enum of features does not have of its own yet.
  static func members(
    of declaration: EnumDeclSyntax, _ node: AttributeSyntax, _ context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let members = declaration.memberBlock.members
    diagnoseCases(members, context)
    diagnoseCoding(of: members, in: context)
    let conformances = SynthesizedConformances(node)
    let own = Set(members.inAllConfigurations.compactMap(\.decl.ownName))
    let printer = ReducerEnumPrinter(
      enumName: declaration.name.text,
      access: accessPrefix(of: declaration, in: context),
      cases: ReducerCaseList(members, enumName: declaration.name.trimmed),
      isIndirect: declaration.modifiers.isIndirect,
      hasOwnAction: own.contains("Action"),
      stateConformances: conformances.state,
      actionConformances: conformances.action)
    var parts: [[String]] = []
    if !own.contains("State") { parts.append(printer.state) }
    if !own.contains("Action") { parts.append(printer.action) }
    if !own.contains("body") { parts += [printer.bodyType, printer.body] }
    if !own.contains("CaseScope") { parts += [printer.caseScope, printer.scope] }
    parts += [printer.caseNumber, printer.isOver]
    return parts.filter { !$0.isEmpty }.map { "\(raw: $0.joined(separator: "\n"))" }
  }

  /// Reports values that are certainly no reducers.
  private static func diagnoseCases(
    _ members: MemberBlockItemListSyntax, _ context: some MacroExpansionContext
  ) {
    for member in members {
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for clause in condition.clauses {
          if let members = clause.elements?.as(MemberBlockItemListSyntax.self) {
            diagnoseCases(members, context)
          }
        }
      }
      guard let declaration = member.decl.as(EnumCaseDeclSyntax.self),
        !declaration.attributes.contains("ReducerCaseIgnored"),
        !declaration.attributes.contains("ReducerCaseEphemeral")
      else { continue }
      for element in declaration.elements {
        guard let parameters = element.parameterClause?.parameters, parameters.count == 1,
          let type = parameters.first?.type, type.isCertainlyNoReducer
        else { continue }
        context.diagnose(
          Diagnostic(
            node: type,
            message: PandoDiagnostic.notAReducer(type: type.trimmedDescription),
            fixIts: [marking(declaration)]))
      }
    }
  }

  private static func marking(_ declaration: EnumCaseDeclSyntax) -> FixIt {
    var marked = declaration.with(\.leadingTrivia, [])
    let attribute = AttributeSyntax(
      attributeName: IdentifierTypeSyntax(name: .identifier("ReducerCaseIgnored")))
    marked.attributes.insert(
      .attribute(attribute.with(\.trailingTrivia, .space)), at: marked.attributes.startIndex)
    marked.leadingTrivia = declaration.leadingTrivia
    return FixIt(
      message: PandoFixIt.addAttribute(name: "ReducerCaseIgnored"),
      changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(marked))])
  }
}

/// The arguments of `@Reducer(state: .equatable, action: .sendable)`, as names of protocols.
struct SynthesizedConformances {
  private(set) var state: [String] = []
  private(set) var action: [String] = []

  init(_ node: AttributeSyntax) {
    guard case .argumentList(let arguments) = node.arguments else { return }
    var isAction = false
    for argument in arguments {
      if let label = argument.label { isAction = label.text == "action" }
      guard let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      else { continue }
      let conformance = name.prefix(1).uppercased() + name.dropFirst()
      if isAction { action.append(conformance) } else { state.append(conformance) }
    }
  }
}

extension DeclSyntax {
  /// The name of a member that the macro would derive otherwise.
  fileprivate var ownName: String? {
    if let property = self.as(VariableDeclSyntax.self) {
      guard property.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }) else {
        return nil
      }
      return property.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
    if self.is(FunctionDeclSyntax.self) || self.is(EnumCaseDeclSyntax.self) { return nil }
    return self.asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}

extension TypeSyntax {
  /// Types of no name, and those of the standard library that come to mind.
  var isCertainlyNoReducer: Bool {
    guard let baseName else { return true }
    return [
      "Array", "Bool", "Character", "Dictionary", "Double", "Float", "Int", "Never", "Optional",
      "Set", "String", "UInt", "Void",
    ].contains(baseName)
  }
}
