/// Points in time that are told as spans, which are rounded and come late: the first reading of each is kept while
/// later ones are near.
struct SteadyTime {
  /// The difference that is taken for another point in time.
  static let toleranceMilliseconds = 750

  private var known: [String: Int] = [:]
  private var seen: [String: Int] = [:]

  /// Returns the point of a name, by a new reading of it.
  mutating func point(_ name: String, _ reading: Int) -> Int {
    let point = known[name].flatMap {
      abs($0 - reading) <= Self.toleranceMilliseconds ? $0 : nil
    }
    seen[name] = point ?? reading
    return point ?? reading
  }

  /// Forgets the names that were not read since the last call.
  mutating func endReading() {
    known = seen
    seen = [:]
  }
}
