package import Pando

/// The plug-ins that there are: one feature each, with a state of its own. Which of them run, and in what order, is
/// decided at run time.
@Reducer(state: .codable, .equatable, action: .codable, .equatable)
package enum Plugin {
  case capitals(Capitals)
  case mirror(Mirror)
  case numbers(Numbers)
  case second(Second)
}

/// The conversation with a plug-in, whichever it is.
@CasePathable
package enum PluginAction: Codable, Equatable, Sendable {
  case given(String)
  case gave(String)
}

extension Plugin.State {
  /// The names to choose from.
  package static let names = ["capitals", "mirror", "numbers", "second"]

  /// The plug-in of a name, as it begins; nil where there is none.
  package init?(named name: String) {
    switch name {
    case "capitals": self = .capitals(Capitals.State())
    case "mirror": self = .mirror(Mirror.State())
    case "numbers": self = .numbers(Numbers.State())
    case "second": self = .second(Second.State())
    default: return nil
    }
  }

  /// Returns the action that gives it a text.
  package func given(_ text: String) -> Plugin.Action {
    switch self {
    case .capitals: .capitals(.given(text))
    case .mirror: .mirror(.given(text))
    case .numbers: .numbers(.given(text))
    case .second: .second(.given(text))
    }
  }
}

extension Plugin.Action {
  /// The action without the name of the plug-in.
  package var conversation: PluginAction {
    switch self {
    case .capitals(let action), .mirror(let action), .numbers(let action), .second(let action):
      action
    }
  }
}
