/// The build that a program asks for among workers that host the same feature.
package struct BuildPreference: Hashable, Sendable {
  /// Its own; nil where it does not say.
  package var id: BuildID?
  /// True if a worker of another build will not do.
  package var isRequired: Bool

  package init(id: BuildID?, isRequired: Bool = false) {
    self.id = id
    self.isRequired = isRequired
  }

  package static let none = BuildPreference(id: nil)
}
