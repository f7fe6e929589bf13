/// A type, most often an enum, whose cases can be named by key paths.
///
/// `@CasePathable` writes the conformance. A key path such as `\.child` then names the case `child`
/// wherever a ``CaseKeyPath`` is expected, and `\.child.closeButtonTapped` a case of its payload.
public protocol CasePathable {
  /// A type with one ``AnyCasePath`` property for each case, of the case's name.
  associatedtype AllCasePaths

  /// The action of the child whose actions a parent's case holds as values of this type.
  ///
  /// It is the type itself, but for an action of a presentation.
  associatedtype ActionOfChild = Self

  /// The kind of that child: ``UnwrappedChild``, but for an action of a presentation.
  ///
  /// An operator that takes both kinds of children finds its form by this at once.
  associatedtype KindOfChild = UnwrappedChild

  /// The case paths of this type.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The root of key paths to this type's cases, for places where it cannot be inferred:
  /// `\Action.Cases.child`.
  public typealias Cases = Case<Self>
}
