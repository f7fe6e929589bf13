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
      let state = declaration.as(StructDeclSyntax.self), state.isTracked,
      let variable = member.as(VariableDeclSyntax.self),
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
    for member in state.memberBlock.members.inAllConfigurations {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        let obstacle = variable.stateObstacle
      else { continue }
      context.diagnose(variable.diagnostic(of: obstacle))
    }
    var members: [DeclSyntax] = [
      "\(raw: ObservableStructPrinter.observation)",
      "\(raw: state.lines("", \.numbers).joined(separator: "\n"))",
    ]
    switch ObservableStateCoding(of: state) {
    case .derived:
      members.append("\(raw: state.lines("", \.codingKeys).joined(separator: "\n"))")
    case .ownKeys(let keys):
      context.diagnose(Diagnostic(node: keys, message: StateObstacle.ownCodingKeys))
    case .none: break
    }
    return members
  }
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
    let state = declaration.as(StructDeclSyntax.self)
    guard state != nil || declaration.is(EnumDeclSyntax.self),
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
    if let state {
      add(Qualified.observableState, state.lines(access, \.conformance))
      let isReflected = protocols.contains { $0.baseName == "CustomReflectable" }
      if isReflected, !members.declares("customMirror") {
        add(Qualified.customReflectable, state.lines(access, \.mirror))
      }
    } else {
      let printer = ObservableEnumPrinter(
        cases: members.plainCases, isOpen: members.hasConditionalCases, access: access)
      add(Qualified.observableState, printer.conformance)
    }
    return extensions
  }
}

extension StructDeclSyntax {
  /// False where the coding keys were reported: they name the properties as they are without the macro, and so
  /// those stay as they are.
  fileprivate var isTracked: Bool {
    if case .ownKeys = ObservableStateCoding(of: self) { false } else { true }
  }

  /// Returns what is written of all properties together, in each configuration that they can have.
  fileprivate func lines(
    _ access: String, _ lines: @escaping (ObservableStructPrinter) -> [String]
  ) -> [String] {
    MemberConfigurations.lines(of: memberBlock.members) {
      !$0.stateProperties.isEmpty
    } _: { [isTracked] members in
      let properties = members.flatMap(\.stateProperties)
      return lines(
        ObservableStructPrinter(
          properties: isTracked ? properties : properties.map(\.untracked), access: access))
    }
  }
}
