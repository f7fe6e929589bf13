import SwiftDiagnostics
import SwiftSyntax

extension AttributeSyntax {
  /// Returns the fix-its for a place where only a struct will do: a class or an actor can become
  /// one; an enum or a protocol cannot by a change of its keyword, so that the attribute goes.
  func structFixIts(for declaration: some DeclGroupSyntax) -> [FixIt] {
    switch declaration.introducer.tokenKind {
    case .keyword(.class), .keyword(.actor):
      let keyword = declaration.introducer
      return [
        FixIt(
          message: PandoFixIt.replaceKeyword(keyword.text, with: "struct"),
          changes: [
            .replace(
              oldNode: Syntax(keyword),
              newNode: Syntax(keyword.with(\.tokenKind, .keyword(.struct)))
            )
          ]
        )
      ]
    default:
      return declaration.asProtocol((any WithAttributesSyntax).self)
        .map { [removal(from: $0)] } ?? []
    }
  }
}
