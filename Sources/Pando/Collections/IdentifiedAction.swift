/// An action of one element of an ``IdentifiedArray``: which element, and what it did.
///
/// The key path `\.rows` names the pair, and `\.rows[id: 3]` the action of the element with that
/// id.
public enum IdentifiedAction<ID: Hashable & Sendable, Action>: CasePathable {
  /// The element with the id `id` was sent `action`.
  case element(id: ID, action: Action)

  /// The case paths of an identified action.
  public struct AllCasePaths: Sendable {
    @usableFromInline init() {}

    /// The path to the id and the action.
    @inlinable
    public var element: AnyCasePath<IdentifiedAction, (id: ID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: {
          guard case .element(let id, let action) = $0 else { return nil }
          return (id, action)
        }
      )
    }

    /// The path to the action of the element with the id `id`.
    @inlinable
    public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: {
          guard case .element(id, let action) = $0 else { return nil }
          return action
        }
      )
    }
  }

  /// The case paths of an identified action.
  @inlinable
  public static var allCasePaths: AllCasePaths {
    AllCasePaths()
  }
}

extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}
