import PandoHosting

/// The recording of a store's commits while somebody reads them. Guarded by the store's lock.
final class CommitTimeline {
  /// An action of a lane between its dispatch and its commit.
  private struct Dispatch {
    let first: ContinuousClock.Instant
    var answered: ContinuousClock.Instant?
    var count = 1
  }

  /// The number of dispatched actions that are known. Of others the time is not told.
  static let dispatchesAtMost = 4_096

  private(set) var rings: [CommitRing]
  private var sampling: CommitSampling
  private var dispatches: [RemoteKey: Dispatch] = [:]
  /// The commit that is under way, or was the last: effects are still to be started.
  private var open: CommitRecord?
  private var effectStarts: UInt64 = 0

  /// - Parameter commit: The number of the last commit.
  init(_ ring: CommitRing, since commit: UInt64) {
    rings = [ring]
    sampling = CommitSampling(since: commit, takeCount: ring.takeCount)
  }

  func add(_ ring: CommitRing) { rings.append(ring) }

  /// Returns whether nobody reads any longer.
  func remove(_ ring: CommitRing) -> Bool {
    rings.removeAll { $0 === ring }
    return rings.isEmpty
  }

  // MARK: - Dispatches

  func dispatched(_ sequence: SequenceNumber, _ lane: AnyLane) {
    guard sampling.picks(Self.number(sequence, lane)) else { return }
    let key = RemoteKey(lane: lane.id, sequence: sequence)
    if dispatches[key] != nil {
      dispatches[key]?.count += 1
      dispatches[key]?.answered = nil
    } else {
      // Of actions that were dropped nothing is heard again.
      if dispatches.count == Self.dispatchesAtMost { dispatches.removeAll(keepingCapacity: true) }
      dispatches[key] = Dispatch(first: .now)
    }
  }

  func answered(_ sequence: SequenceNumber, _ lane: AnyLane) {
    if dispatches.isEmpty { return }
    dispatches[RemoteKey(lane: lane.id, sequence: sequence)]?.answered = .now
  }

  private static func number(_ sequence: SequenceNumber, _ lane: AnyLane) -> UInt64 {
    sequence.rawValue &+ lane.id.rawValue
  }

  // MARK: - Commits

  /// An action is about to be reduced, and will be the commit of a number.
  func begin(_ number: UInt64, _ lanes: LaneList, effectStarts: UInt64) {
    close(effectStarts: effectStarts)
    sampling.note(commit: number, takeCount: rings.reduce(0) { $0 &+ $1.takeCount })
    var isPicked = lanes.isEmpty && sampling.picks(number)
    lanes.forEach { lane in
      if sampling.picks(Self.number(lane.machine.first, lane)) { isPicked = true }
    }
    if isPicked { begin(number, lanes) }
  }

  private func begin(_ number: UInt64, _ lanes: LaneList) {
    let now = ContinuousClock.now
    var parts: [CommitRecord.Part] = []
    lanes.forEach { parts.append(part(of: $0, now)) }
    open = CommitRecord(number: number, instant: now, parts: parts, action: ())
  }

  private func part(of lane: AnyLane, _ now: ContinuousClock.Instant) -> CommitRecord.Part {
    var part = CommitRecord.Part(
      card: lane.card,
      place: lane.isInProcess ? .inProcess : lane.link.map { .worker($0.name) } ?? .client,
      dispatchCount: 0, effectCount: lane.machine.headResult?.effectCount ?? 0)
    let key = RemoteKey(lane: lane.id, sequence: lane.machine.first)
    if let dispatch = dispatches.removeValue(forKey: key) {
      // An answer for the head commits as it is read.
      let answered = dispatch.answered ?? now
      part.away = dispatch.first.duration(to: answered)
      part.waited = answered.duration(to: now)
      part.dispatchCount = dispatch.count
    }
    return part
  }

  /// The reducers have run; what they asked for is to follow.
  func reduced(_ action: some Sendable, _ lanes: LaneList, isFollowUp: Bool) {
    guard var record = open else { return }
    open = nil
    record.parents = record.instant.duration(to: .now)
    record.action = action
    record.isFollowUp = isFollowUp
    var index = 0
    lanes.forEach { lane in
      if !lane.isInProcess, !lane.hasCommittedHead { record.parts[index].place = .client }
      index += 1
    }
    open = record
  }

  /// An action has committed without effect: each of these is recorded.
  func failed(
    _ action: some Sendable, _ number: UInt64, _ lanes: LaneList, _ reason: HostedFailureReason,
    effectStarts: UInt64
  ) {
    close(effectStarts: effectStarts)
    begin(number, lanes)
    open?.action = action
    open?.failure = reason
  }

  /// Completes the last commit: what followed it has been done.
  func close(effectStarts: UInt64) {
    defer { self.effectStarts = effectStarts }
    guard var record = open else { return }
    open = nil
    record.localEffectCount = Int(effectStarts &- self.effectStarts)
    var isOverwritten = false
    for ring in rings { if ring.add(record) { isOverwritten = true } }
    if isOverwritten { sampling.thinOut() }
  }
}
