/// The largest of the lanes that were added, and the number of all. Memory follows the number that is kept.
package struct LargestLanes {
  private let most: Int
  private var kept: [LaneReport.Lane] = []
  package private(set) var count = 0

  /// - Parameter most: The number of lanes that are kept.
  package init(atMost most: Int) {
    self.most = most
  }

  /// Adds a lane. O(1) on average.
  package mutating func add(_ lane: LaneReport.Lane) {
    count += 1
    kept.append(lane)
    if kept.count >= max(64, 2 * most) { cut() }
  }

  /// The lanes that are kept, the largest first.
  package var largest: [LaneReport.Lane] {
    var list = self
    list.cut()
    return list.kept
  }

  private mutating func cut() {
    kept.sort {
      ($0.byteCount, $0.effects, $1.client, $1.id.rawValue)
        > ($1.byteCount, $1.effects, $0.client, $0.id.rawValue)
    }
    kept.removeLast(max(0, kept.count - most))
  }
}
