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

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let thousandths = try container.decode(Int.self, forKey: .thousandths)
    guard let share = PlacementShare(thousandths: thousandths) else {
      throw DecodingError.dataCorruptedError(
        forKey: .thousandths, in: container,
        debugDescription: "\(thousandths) thousandths are no share; 0 to 999 are")
    }
    self = share
  }
}
