/// An action of a navigation stack: of one of its elements, or a push or pop.
///
/// The key path `\.path[id: 0]` names the actions of the element with that id, and
/// `\.path[id: 0].saveButtonTapped` one of them.
public enum StackAction<State, Action>: CasePathable {
  /// The element with an id was sent an action.
  indirect case element(id: StackElementID, action: Action)

  /// The element with an id and all above it are popped, once the parent has seen this.
  case popFrom(id: StackElementID)

  /// An element is pushed, before the parent sees this. A stack's ``StackState/nextID`` is its id.
  indirect case push(id: StackElementID, state: State)

  /// The case paths of a stack's action.
  public struct AllCasePaths: Sendable {
    @usableFromInline init() {}

    /// The path to an element's id and action.
    @inlinable
    public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: {
          guard case .element(let id, let action) = $0 else { return nil }
          return (id, action)
        })
    }

    /// The path to the id of a pop.
    @inlinable
    public var popFrom: AnyCasePath<StackAction, StackElementID> {
      AnyCasePath(
        embed: { .popFrom(id: $0) },
        extract: {
          guard case .popFrom(let id) = $0 else { return nil }
          return id
        })
    }

    /// The path to a pushed element and its id.
    @inlinable
    public var push: AnyCasePath<StackAction, (id: StackElementID, state: State)> {
      AnyCasePath(
        embed: { .push(id: $0.id, state: $0.state) },
        extract: {
          guard case .push(let id, let state) = $0 else { return nil }
          return (id, state)
        })
    }

    /// The path to the actions of the element with an id.
    @inlinable
    public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: {
          guard case .element(id, let action) = $0 else { return nil }
          return action
        })
    }
  }

  /// The case paths of a stack's action.
  @inlinable
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Encodable where State: Encodable, Action: Encodable {}
extension StackAction: Decodable where State: Decodable, Action: Decodable {}
