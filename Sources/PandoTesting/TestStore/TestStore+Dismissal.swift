import Pando

extension TestStore {
  /// True if the feature under test has dismissed itself with `DependencyValues.dismiss`.
  ///
  /// Its effects have ended then, as where a parent presents it.
  public var isDismissed: Bool { dismissal.isDismissed }
}
