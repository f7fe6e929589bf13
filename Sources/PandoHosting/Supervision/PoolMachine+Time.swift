extension PoolMachine {
  mutating func tick(_ now: Int) {
    directives += seats.takeKills(now).map { .kill($0) }
    guard !isStopping else { return }
    for id in seats.takeEnds(now) { end(id, now) }
    endEmptied(now)
    for seat in seats.pausesOver(now) { fill(seat, now) }
    if let end = seats.sharingDeadline, end <= now {
      // What waits is shared among the members that are there.
      seats.awaitNobody()
      placeAll()
    }
    placeRested(now)
    offerFreedPlaces(now)
    makeMoves(now)
    balance(now)
    noticeSilence(now)
    resumeSearches(now)
    while let lane = lanes.takeLongest(since: now - limits.placementMilliseconds) {
      guard let wish = lanes[lane]?.wish else { continue }
      let cause = searches.lastReason(wish) ?? seats.absence
      refuse(
        lane,
        "No worker for \(wish) was found within \(limits.placementMilliseconds) ms: \(cause)")
    }
    refuseWhatIsLateInLine(now)
  }

  /// Returns whether `tick` has something to do at once, as lanes have left places that others wait for.
  ///
  /// Complexity: O(1).
  package func isTickDue(_ now: Int) -> Bool {
    !isStopping && (moves.hasFreedPlace || moves.isDue(now))
  }

  /// When `tick` has something to do; nil when only other events can bring that about.
  package var nextDeadline: Int? {
    let deadlines = seats.deadlines(isStopping: isStopping)
    if isStopping { return deadlines.min() }
    let others = [
      moves.hasFreedPlace ? 0 : moves.due, balancing.end, watch.deadline, lineDeadline,
      lanes.longestSince.map { $0 + limits.placementMilliseconds },
    ]
    return (deadlines + trials.restEnds(lanes) + searches.deadlines + others.compactMap(\.self))
      .min()
  }
}
