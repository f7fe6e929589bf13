import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Why a state, or a property of it, cannot be observed.
enum StateObstacle: Mistake, Equatable {
  case notAStructOrEnum
  case several(name: String)
  case observers(of: String)
  case wrapper(String, of: String)
  case ownCodingKeys
  case notAVariable

  var message: String {
    switch self {
    case .notAStructOrEnum:
      "'@ObservableState' can only be applied to struct and enum types"
    case .several(let name):
      "'@ObservableState' needs a declaration for each property: give '\(name)' one of its own"
    case .observers(let name):
      "'@ObservableState' cannot keep the observers of '\(name)': react to changes in the reducer, "
        + "or add '@ObservationStateIgnored'"
    case .wrapper(let wrapper, let name):
      "'@ObservableState' cannot observe '\(name)', which '@\(wrapper)' wraps: "
        + "add '@ObservationStateIgnored'"
    case .ownCodingKeys:
      "'@ObservableState' cannot use these coding keys, as it renames what is stored: "
        + "write 'init(from:)' and 'encode(to:)' too"
    case .notAVariable:
      "'@ObservationStateTracked' needs one stored 'var' in an '@ObservableState' struct"
    }
  }

  /// True if the property could be left alone instead.
  var isIgnorable: Bool {
    switch self {
    case .observers, .wrapper: true
    case .notAStructOrEnum, .several, .ownCodingKeys, .notAVariable: false
    }
  }
}

extension VariableDeclSyntax {
  /// Reports what keeps the declaration from being observed.
  func diagnostic(of obstacle: StateObstacle) -> Diagnostic {
    Diagnostic(
      node: self, message: obstacle, fixIts: obstacle.isIgnorable ? [ignoring] : [])
  }

  private var ignoring: FixIt {
    var ignored = self
    let attribute: AttributeSyntax = "@ObservationStateIgnored "
    ignored.leadingTrivia = []
    ignored.attributes.insert(.attribute(attribute), at: ignored.attributes.startIndex)
    ignored.leadingTrivia = leadingTrivia
    return FixIt(
      message: PandoFixIt.addAttribute(name: "ObservationStateIgnored"),
      changes: [.replace(oldNode: Syntax(self), newNode: Syntax(ignored))])
  }
}
