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
    for member in state.memberBlock.members.inAllConfigurations {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        let obstacle = variable.stateObstacle
      else { continue }
      context.diagnose(variable.diagnostic(of: obstacle))
    }
    var members: [DeclSyntax] = [
      "\(raw: ObservableStructPrinter.observation)", Self.declaration(of: state, \.numbers),
    ]
    switch ObservableStateCoding(of: state) {
    case .derived: members.append(Self.declaration(of: state, \.codingKeys))
    case .ownKeys(let keys):
      context.diagnose(Diagnostic(node: keys, message: StateObstacle.ownCodingKeys))
    case .none: break
    }
    return members
  }

  private static func declaration(
    of state: StructDeclSyntax, _ lines: @escaping (ObservableStructPrinter) -> [String]
  ) -> DeclSyntax {
    "\(raw: self.lines(of: state.memberBlock.members, "", lines).joined(separator: "\n"))"
  }

  /// Returns what is written of all properties together, in each configuration that they can have.
  private static func lines(
    of members: MemberBlockItemListSyntax, _ access: String,
    _ lines: @escaping (ObservableStructPrinter) -> [String]
  ) -> [String] {
    MemberConfigurations.lines(of: members) {
      !$0.stateProperties.isEmpty
    } _: { members in
      lines(
        ObservableStructPrinter(properties: members.flatMap(\.stateProperties), access: access))
    }
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
      add(Qualified.observableState, lines(of: members, access, \.conformance))
      let isReflected = protocols.contains { $0.baseName == "CustomReflectable" }
      if isReflected, !members.declares("customMirror") {
        add(Qualified.customReflectable, lines(of: members, access, \.mirror))
      }
    } else {
      let printer = ObservableEnumPrinter(
        cases: members.plainCases, isOpen: members.hasConditionalCases, access: access)
      add(Qualified.observableState, printer.conformance)
    }
    return extensions
  }
}
