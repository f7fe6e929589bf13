extension PageDocument {
  /// The last hour, oldest first: a point at each step, an empty one where nobody looked.
  ///
  /// Pure: the time is told to it.
  package struct History: Hashable, Codable, Sendable {
    /// The time from one point to the next.
    package static let stepMilliseconds = 30_000
    /// The number of points that are kept: an hour of them.
    package static let pointsAtMost = 120

    /// The figures of one moment; nil where they are not known.
    package struct Point: Hashable, Codable, Sendable {
      package var actionsPerSecond: Int?
      /// The time from an action's dispatch to its commit: half of them took no longer.
      package var medianNanoseconds: Int?
      /// The same for 99 of 100.
      package var slowNanoseconds: Int?
      /// The memory of the processes.
      package var residentBytes: Int?

      /// - Parameter residentBytes: The memory of each process that says it.
      package init(actionsPerSecond: Int? = nil, residentBytes: [Int] = []) {
        self.actionsPerSecond = actionsPerSecond
        self.residentBytes = residentBytes.isEmpty ? nil : residentBytes.reduce(0, +)
      }

      /// Sets the latency by a sample of it.
      package mutating func setLatency(_ sample: [Int]) {
        let sorted = sample.sorted()
        guard !sorted.isEmpty else { return }
        medianNanoseconds = sorted[(sorted.count - 1) / 2]
        slowNanoseconds = sorted[(sorted.count * 99 + 99) / 100 - 1]
      }
    }

    package private(set) var stepMilliseconds = Self.stepMilliseconds
    package private(set) var points: [Point] = []
    /// The time of the last point.
    package private(set) var endsAt = 0

    package init() {}

    /// Adds a point, unless the last one is of the same step. Begins anew where the clock was put back.
    package mutating func add(_ point: Point, atMilliseconds now: Int) {
      if now < endsAt { points = [] }
      if !points.isEmpty {
        let steps = (now - endsAt + Self.stepMilliseconds / 2) / Self.stepMilliseconds
        guard steps > 0 else { return }
        points += Array(repeating: Point(), count: min(steps - 1, Self.pointsAtMost))
      }
      points.append(point)
      points.removeFirst(max(0, points.count - Self.pointsAtMost))
      endsAt = now
    }
  }
}
