/// The share of new lanes that a worker takes, whatever its load: less than all, for a build that is tried.
///
/// In whole thousandths, so that it is the same number in every process.
package struct PlacementShare: Hashable, Codable, Sendable {
  package let thousandths: Int

  /// Nil for what is no share: from nought, which takes a lane only where no other worker does, to 999.
  package init?(thousandths: Int) {
    guard (0...999).contains(thousandths) else { return nil }
    self.thousandths = thousandths
  }
}
