import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ObservableState`: what observes, and accessors for each property of a struct.
struct ObservableStateMacro {}

extension ObservableStateMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard
      declaration.is(StructDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
      variable.observedProperty != nil, !variable.attributes.contains("ObservationStateTracked")
    else { return [] }
    return ["@\(raw: Qualified.observationStateTracked)"]
  }
}

extension ObservableStateMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if declaration.is(EnumDeclSyntax.self) { return [] }
    guard let state = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(
        Diagnostic(
          node: declaration.introducer, message: StateObstacle.notAStructOrEnum,
          fixIts: node.structFixIts(for: declaration)))
      return []
    }
    for member in state.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        let obstacle = variable.stateObstacle
      else { continue }
      context.diagnose(variable.diagnostic(of: obstacle))
    }
    let printer = ObservableStructPrinter(
      properties: state.memberBlock.members.stateProperties, access: "")
    var members: [DeclSyntax] = [
      "\(raw: printer.observation)", "\(raw: joined(printer.numbers))",
    ]
    switch ObservableStateCoding(of: state) {
    case .derived: members.append("\(raw: joined(printer.codingKeys))")
    case .ownKeys(let keys):
      context.diagnose(Diagnostic(node: keys, message: StateObstacle.ownCodingKeys))
    case .none: break
    }
    return members
  }

  private static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") }
}

extension ObservableStateMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty else { return [] }
    let isStruct = declaration.is(StructDeclSyntax.self)
    guard isStruct || declaration.is(EnumDeclSyntax.self),
      canExtend(declaration, attribute: "ObservableState", in: context)
    else { return [] }
    let access = ownAccessPrefix(of: declaration, in: context)
    let members = declaration.memberBlock.members
    var extensions: [ExtensionDeclSyntax] = []
    func add(_ conformance: String, _ lines: [String]) {
      let declaration: DeclSyntax = """
        nonisolated extension \(type.trimmed): \(raw: conformance) {
        \(raw: lines.map { $0.isEmpty ? $0 : "  " + $0 }.joined(separator: "\n"))
        }
        """
      extensions.append(declaration.cast(ExtensionDeclSyntax.self))
    }
    if isStruct {
      let printer = ObservableStructPrinter(properties: members.stateProperties, access: access)
      add(Qualified.observableState, printer.conformance)
      let isReflected = protocols.contains { $0.baseName == "CustomReflectable" }
      if isReflected, !members.declares("customMirror") {
        add(Qualified.customReflectable, printer.mirror)
      }
    } else {
      let printer = ObservableEnumPrinter(
        cases: members.plainCases, isOpen: members.hasConditionalCases, access: access)
      add(Qualified.observableState, printer.conformance)
    }
    return extensions
  }
}
