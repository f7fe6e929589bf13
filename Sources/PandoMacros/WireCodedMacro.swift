import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@WireCoded`: the conformance to `WireCodable`, with its requirements.
struct WireCodedMacro {}

extension WireCodedMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty else { return [] }
    let shape: WireShape
    do throws(WireObstacle) {
      shape = try WireShape(of: declaration)
      if let clause = context.constrainedExtension { throw WireObstacle(.constrained, at: clause) }
    } catch {
      context.diagnose(Diagnostic(node: error.node, message: error.reason))
      return []
    }
    guard canExtend(declaration, attribute: "WireCoded", in: context) else { return [] }
    let access = accessPrefix(of: declaration, in: context)
    let lines = WireCodedPrinter(shape: shape, access: access).lines
    let conformance: DeclSyntax = """
      nonisolated extension \(type.trimmed): \(raw: Qualified.wireCodable) {
      \(raw: lines.map { "  " + $0 }.joined(separator: "\n"))
      }
      """
    return [conformance.cast(ExtensionDeclSyntax.self)]
  }
}

extension WireCodedMacro {
  /// Returns whether `@Reducer` adds the attribute to a nested type: only where it can be expanded,
  /// and where nothing hints at a coding of the type's own.
  static func suits(
    _ member: some DeclGroupSyntax & WithAttributesSyntax & NamedDeclSyntax,
    in reducer: some DeclGroupSyntax,
    _ context: some MacroExpansionContext
  ) -> Bool {
    guard
      spellsCodable(member),
      member.attributes.allSatisfy({ $0.addsNoStorage }),
      (try? WireShape(of: member)) != nil, context.constrainedExtension == nil
    else { return false }
    return isExtensible(member, in: [reducer] + declarations(around: reducer, context))
  }

  /// Returns whether a nested type was reported to be uncodable.
  static func wasReported(
    _ member: some DeclGroupSyntax & NamedDeclSyntax, in reducer: some DeclGroupSyntax,
    _ context: some MacroExpansionContext
  ) -> Bool {
    ["State", "Action"].contains(member.name.text) && uncodableMember(of: member) != nil
      && isExtensible(member, in: [reducer] + declarations(around: reducer, context))
  }

  /// Returns the obstacle to the coding of a nested type that spells `Codable` and leaves it to the
  /// compiler, where no change of the coding mends it.
  static func uncodableMember(
    of member: some DeclGroupSyntax & NamedDeclSyntax
  ) -> (name: String, kind: String, node: Syntax)? {
    guard spellsCodable(member) else { return nil }
    do throws(WireObstacle) {
      _ = try WireShape(of: member)
      return nil
    } catch {
      guard case .uncodable(let kind, let name) = error.reason else { return nil }
      return (name, kind, error.node)
    }
  }

  /// Returns whether a declaration names `Codable`, and not the coding that would be derived.
  private static func spellsCodable(_ declaration: some DeclGroupSyntax) -> Bool {
    let conformances = Set(
      (declaration.inheritanceClause?.inheritedTypes ?? []).flatMap { $0.type.baseNames })
    return !conformances.contains("WireCodable")
      && (conformances.contains("Codable")
        || conformances.isSuperset(of: ["Encodable", "Decodable"]))
  }
}

extension MacroExpansionContext {
  /// The constraints of an enclosing extension, which an extension at file scope would not repeat.
  fileprivate var constrainedExtension: GenericWhereClauseSyntax? {
    lexicalContext.lazy.compactMap { $0.as(ExtensionDeclSyntax.self)?.genericWhereClause }.first
  }
}

extension AttributeListSyntax.Element {
  /// True if this is an attribute that is known to add nothing to a value; other macros may.
  fileprivate var addsNoStorage: Bool {
    guard case .attribute(let attribute) = self, let name = attribute.baseName else { return false }
    return [
      "CasePathable", "ObservableState", "dynamicMemberLookup", "frozen", "usableFromInline",
    ]
    .contains(name)
  }
}

extension TypeSyntax {
  /// The last names of all parts of a composition.
  var baseNames: [String] {
    if let composition = self.as(CompositionTypeSyntax.self) {
      return composition.elements.flatMap(\.type.baseNames)
    }
    return baseName.map { [$0] } ?? []
  }
}
