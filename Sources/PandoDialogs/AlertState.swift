public import FoundationEssentials

/// An alert, as data: presented by setting `@Presents var alert`, gone after one of its buttons.
///
/// ```swift
/// state.alert = AlertState {
///   TextState("Delete this item?")
/// } actions: {
///   ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Delete") }
///   ButtonState(role: .cancel) { TextState("Keep") }
/// }
/// ```
public struct AlertState<Action>: Identifiable {
  /// Tells one presentation from the next. It does not count when alerts are compared.
  public let id: UUID
  /// The question.
  public var title: TextState
  /// A longer text below the title.
  public var message: TextState?
  /// The answers, in order; with none, whoever draws the alert adds one that dismisses it.
  public var buttons: [ButtonState<Action>]

  init(id: UUID, title: TextState, message: TextState?, buttons: [ButtonState<Action>]) {
    self.id = id
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  /// An alert of its own identity.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(id: UUID(), title: title(), message: message?(), buttons: actions())
  }

  /// The same alert with other actions.
  public func map<NewAction>(
    _ transform: (Action?) throws -> NewAction?
  ) rethrows -> AlertState<NewAction> {
    AlertState<NewAction>(
      id: id, title: title, message: message, buttons: try buttons.map { try $0.map(transform) })
  }
}

extension AlertState: Sendable where Action: Sendable {}
extension AlertState: Encodable where Action: Encodable {}
extension AlertState: Decodable where Action: Decodable {}

extension AlertState: Equatable where Action: Equatable {
  /// Compares all but the identities.
  public static func == (left: AlertState, right: AlertState) -> Bool {
    left.title == right.title && left.message == right.message && left.buttons == right.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  /// Hashes all but the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: CustomReflectable {
  /// Shows what is there, without the identity.
  public var customMirror: Mirror {
    var children: [Mirror.Child] = [("title", title.description)]
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message.description)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
