/// The median of figures, with the least and the most.
struct Spread: Codable, Equatable {
  var median: Double
  var least: Double
  var most: Double

  /// Zero for no figures. The median of an even number is the mean of the two in the middle.
  init(_ figures: [Double]) {
    let sorted = figures.sorted()
    least = sorted.first ?? 0
    most = sorted.last ?? 0
    let middle = sorted.count / 2
    median =
      sorted.isEmpty
      ? 0 : sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
