import Pando

/// The format of printed actions.
public enum ActionFormat: Sendable {
  /// The names of the cases, without what they hold.
  case labelsOnly

  /// Everything, indented: also what is private. Of an action beyond 64 KB, or nested deeper than 32 levels, the beginning.
  case prettyPrint

  func text(of action: Any) -> String {
    switch self {
    case .labelsOnly: caseLabels(of: action)
    case .prettyPrint: ValueText.text(of: action)
    }
  }
}
