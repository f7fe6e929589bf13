// Workers that end before they are ready, as people and lanes hear of them while others are started in their place.
extension PoolMachine {
  /// Notes why a start failed, and tells people of the first: another is told of once those of all seats have succeeded.
  mutating func noteFailedStart(of seat: Int, _ reason: String) {
    let isFirst = !seats.values.contains { $0.startProblem != nil }
    seats[seat]?.startProblem = reason
    guard isFirst, let name = seats[seat]?.name else { return }
    calls.append(
      .other(.note("\(name) has ended before it was ready, and is started again: \(reason)")))
  }

  /// The end of one sentence, and another that tells of the last start or connection that failed; empty where none has.
  ///
  /// - Parameter seats: The seats to look at, by number. The first of them that failed is told of.
  func tellingOfStart(of seats: [Int]) -> String {
    for number in seats {
      guard let seat = self.seats[number], let problem = seat.startProblem else { continue }
      let attempt = if case .connected = source { "connection to" } else { "start of" }
      return ". The last \(attempt) \(seat.name) failed: \(problem)"
    }
    return ""
  }
}
