/// An action of a presented feature, or its dismissal.
public enum PresentationAction<Action>: CasePathable {
  /// The presentation is over: the parent sees the child once more, then the child's state is nil.
  case dismiss
  /// The presented feature was sent an action.
  indirect case presented(Action)

  /// The case paths of a presentation action.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    @usableFromInline init() {}

    /// The path to the dismissal.
    @inlinable
    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath(
        embed: { .dismiss },
        matches: { if case .dismiss = $0 { true } else { false } })
    }

    /// The path to the presented feature's action.
    @inlinable
    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath(
        embed: { .presented($0) },
        extract: {
          guard case .presented(let action) = $0 else { return nil }
          return action
        })
    }

    /// The path through `presented` to a case of the presented feature's action.
    @inlinable
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Member>>
    ) -> AnyCasePath<PresentationAction, Member> where Action: CasePathable {
      presented.appending(path: Action.allCasePaths[keyPath: keyPath])
    }

    /// The path to a case of the presented feature's action, where it is one that presents: the dismissal
    /// of the case's feature is that of the whole.
    @_disfavoredOverload
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Member>>
    ) -> AnyCasePath<PresentationAction, PresentationAction<Member>> where Action: CasePathable {
      PresentationAction.through(Action.allCasePaths[keyPath: keyPath])
    }
  }

  /// The path to the presentation action of a case, whose dismissal is that of the whole.
  private static func through<Member>(
    _ path: AnyCasePath<Action, Member>
  ) -> AnyCasePath<PresentationAction, PresentationAction<Member>> {
    AnyCasePath<PresentationAction, PresentationAction<Member>>(
      embed: { action in
        switch action {
        case .dismiss: .dismiss
        case .presented(let member): .presented(path.embed(member))
        }
      },
      extract: { action in
        switch action {
        case .dismiss: .dismiss
        case .presented(let action): path.extract(from: action).map { .presented($0) }
        }
      })
  }

  /// The action of the child that is presented.
  public typealias ActionOfChild = Action

  /// The kind of a child that is presented.
  public typealias KindOfChild = PresentedChild

  /// The case paths of a presentation action.
  @inlinable
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Encodable where Action: Encodable {}
extension PresentationAction: Decodable where Action: Decodable {}
