public import FoundationEssentials

/// A button of an alert or a dialog, as data.
public struct ButtonState<Action>: Identifiable {
  /// Tells buttons of one dialog apart. It does not count when buttons are compared.
  public let id: UUID
  /// The kind of button; nil for a plain one.
  public let role: ButtonStateRole?
  /// The action of a tap.
  public let action: ButtonStateAction<Action>
  /// The text on the button.
  public let label: TextState

  init(
    id: UUID, role: ButtonStateRole?, action: ButtonStateAction<Action>, label: TextState
  ) {
    self.id = id
    self.role = role
    self.action = action
    self.label = label
  }

  /// A button; without an action it only dismisses what it belongs to.
  public init(
    role: ButtonStateRole? = nil,
    action: ButtonStateAction<Action> = .send(nil),
    label: () -> TextState
  ) {
    self.init(id: UUID(), role: role, action: action, label: label())
  }

  /// A button that sends an action.
  public init(
    role: ButtonStateRole? = nil,
    action: Action,
    label: () -> TextState
  ) {
    self.init(id: UUID(), role: role, action: .send(action), label: label())
  }

  /// Does what tapping the button does: hands over its action, or nil when it has none.
  public func withAction<Result>(_ perform: (Action?) throws -> Result) rethrows -> Result {
    switch action {
    case .send(let action): try perform(action)
    }
  }

  /// The same button with another action.
  public func map<NewAction>(
    _ transform: (Action?) throws -> NewAction?
  ) rethrows -> ButtonState<NewAction> {
    let action = try withAction(transform)
    return ButtonState<NewAction>(id: id, role: role, action: .send(action), label: label)
  }
}

/// The action of a tap on a button.
public enum ButtonStateAction<Action> {
  /// Sends an action; with nil it only dismisses what the button belongs to.
  case send(Action?)
}

/// The kind of button, where that is not a plain one.
public enum ButtonStateRole: String, Codable, Sendable {
  /// Leaves everything as it was.
  case cancel
  /// Takes something away for good.
  case destructive
}

extension ButtonStateAction: Sendable where Action: Sendable {}
extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Encodable where Action: Encodable {}
extension ButtonStateAction: Decodable where Action: Decodable {}

extension ButtonState: Sendable where Action: Sendable {}
extension ButtonState: Encodable where Action: Encodable {}
extension ButtonState: Decodable where Action: Decodable {}

extension ButtonState: Equatable where Action: Equatable {
  /// Compares all but the identities.
  public static func == (left: ButtonState, right: ButtonState) -> Bool {
    left.role == right.role && left.action == right.action && left.label == right.label
  }
}

extension ButtonState: Hashable where Action: Hashable {
  /// Hashes all but the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(role)
    hasher.combine(action)
    hasher.combine(label)
  }
}

extension ButtonState: CustomReflectable {
  /// Shows what is there, without the identity.
  public var customMirror: Mirror {
    var children: [Mirror.Child] = []
    if let role { children.append(("role", role)) }
    if case .send(let action?) = action { children.append(("action", action)) }
    children.append(("label", label.description))
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
