import SwiftSyntax
import SwiftSyntaxBuilder

/// An enum that an expansion writes, with what the macros for an enum would add to it.
struct DerivedEnum {
  let name: String
  let access: String
  /// The lines of the cases, with the `#if` blocks around them.
  let cases: [String]
  /// True if all payloads lie in boxes.
  let isIndirect: Bool

  private var declaration: EnumDeclSyntax {
    let declaration: DeclSyntax = """
      \(raw: isIndirect ? "indirect " : "")enum \(raw: name) {
      \(raw: cases.joined(separator: "\n"))
      }
      """
    return declaration.cast(EnumDeclSyntax.self)
  }

  /// As `@CasePathable`.
  var casePaths: [String] {
    let printer = CasePathPrinter(enumName: .identifier(name), access: access)
    var names: Set<String> = []
    let lines = printer.lines(declaration.memberBlock.members, names: &names) { _ in }
    let conformances =
      Qualified.sendable + (list.isEmpty ? "" : ", \(Qualified.casePathReflectable)")
    return ["\(access)nonisolated struct AllCasePaths: \(conformances) {"]
      + (lines + list).map { "  \($0)" } + ["}"]
      + ["\(access)nonisolated static var allCasePaths: AllCasePaths {", "  AllCasePaths()", "}"]
  }

  /// The protocol of types with case paths that it conforms to.
  var casePathProtocol: String {
    list.isEmpty ? Qualified.casePathable : Qualified.casePathIterable
  }

  private var list: [String] {
    CasePathPrinter(enumName: .identifier(name), access: access)
      .list(declaration.memberBlock.members)
  }

  /// As `@ObservableState`.
  var observation: [String] {
    let members = declaration.memberBlock.members
    return ObservableEnumPrinter(
      cases: members.plainCases, isOpen: members.hasConditionalCases, access: access
    ).conformance
  }

  /// As `@WireCoded`; nil where that cannot be derived.
  var coding: [String]? {
    guard let shape = try? WireShape(of: declaration) else { return nil }
    return WireCodedPrinter(shape: shape, access: access).lines
  }
}
