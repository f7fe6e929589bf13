public import FoundationEssentials

/// A choice between several actions, as data: presented by setting `@Presents var dialog`, gone after
/// one of its buttons.
public struct ConfirmationDialogState<Action>: Identifiable {
  /// Tells one presentation from the next. It does not count when dialogs are compared.
  public let id: UUID
  /// The question.
  public var title: TextState
  /// The visibility of the question.
  public var titleVisibility: ConfirmationDialogStateTitleVisibility
  /// A longer text below the title.
  public var message: TextState?
  /// The answers, in order.
  public var buttons: [ButtonState<Action>]

  init(
    id: UUID, title: TextState, titleVisibility: ConfirmationDialogStateTitleVisibility,
    message: TextState?, buttons: [ButtonState<Action>]
  ) {
    self.id = id
    self.title = title
    self.titleVisibility = titleVisibility
    self.message = message
    self.buttons = buttons
  }

  /// A dialog of its own identity.
  public init(
    titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(
      id: UUID(), title: title(), titleVisibility: titleVisibility, message: message?(),
      buttons: actions())
  }

  /// The same dialog with other actions.
  public func map<NewAction>(
    _ transform: (Action?) throws -> NewAction?
  ) rethrows -> ConfirmationDialogState<NewAction> {
    ConfirmationDialogState<NewAction>(
      id: id, title: title, titleVisibility: titleVisibility, message: message,
      buttons: try buttons.map { try $0.map(transform) })
  }
}

/// The visibility of a dialog's title.
public enum ConfirmationDialogStateTitleVisibility: String, Codable, Sendable {
  /// As the user interface likes.
  case automatic
  /// Never.
  case hidden
  /// Always.
  case visible
}

extension ConfirmationDialogState: Sendable where Action: Sendable {}
extension ConfirmationDialogState: Encodable where Action: Encodable {}
extension ConfirmationDialogState: Decodable where Action: Decodable {}

extension ConfirmationDialogState: Equatable where Action: Equatable {
  /// Compares all but the identities.
  public static func == (left: ConfirmationDialogState, right: ConfirmationDialogState) -> Bool {
    left.title == right.title && left.titleVisibility == right.titleVisibility
      && left.message == right.message && left.buttons == right.buttons
  }
}

extension ConfirmationDialogState: Hashable where Action: Hashable {
  /// Hashes all but the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(titleVisibility)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension ConfirmationDialogState: CustomReflectable {
  /// Shows what is there, without the identity.
  public var customMirror: Mirror {
    var children: [Mirror.Child] = [("title", title.description)]
    if titleVisibility != .automatic { children.append(("titleVisibility", titleVisibility)) }
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message.description)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
