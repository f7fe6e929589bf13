package import PandoHosting

/// The lanes of a store and their workers: where each lane is placed, what its worker is told, and what becomes of it
/// when the worker is lost.
///
/// Nothing else changes which lanes there are, what is to be said to workers, and which effects run there. What it has to
/// know of the order of commits it asks its owner, the store, by whose lock it is guarded.
package final class LaneDesk {
  unowned var owner: (any LaneDeskOwner)!
  let backend: (any HostingBackend)?
  let watch: StoreWatch
  let aftermath: Aftermath
  package let window: Int

  @exclusivity(unchecked)
  package private(set) var lanes: [LaneID: AnyLane] = [:]
  private var nextLane: UInt64 = 1
  /// The messages for the workers that have lanes of the store.
  @exclusivity(unchecked)
  var outboxes = OutboxTable()
  /// The effects that run on workers.
  var remoteEffects = RemoteEffectTable()
  /// The lane whose suspect is reduced alone, and those that are to be.
  package private(set) var trials = TrialMachine()
  /// When features are told that their effects ended with a worker.
  var interruptions = InterruptionMachine()
  /// The worker that lanes lose one after the other, while they do: no feature is told of its effects before all have.
  var losing: LosingWorker?
  /// The lanes that are to move and whose effects have ended.
  @exclusivity(unchecked)
  var movingLanes: [AnyLane] = []
  /// The figures of lanes that have ended, by feature.
  private(set) var endedFeatures: [String: HostingFigures.Feature] = [:]
  /// The costs of actions on workers.
  var costs = CostLedger()

  init(
    _ backend: (any HostingBackend)?, window: Int, watch: StoreWatch, aftermath: Aftermath
  ) {
    self.backend = backend
    self.window = window
    self.watch = watch
    self.aftermath = aftermath
  }

  // MARK: - Lanes

  /// The lanes, in the order in which they were made. O(n log n).
  var sortedLanes: [AnyLane] { lanes.values.sorted { $0.id.rawValue < $1.id.rawValue } }

  /// The lane that comes next.
  var newLane: LaneID { LaneID(rawValue: nextLane) }

  package func makeLaneID() -> LaneID {
    defer { nextLane += 1 }
    return newLane
  }

  package func register(_ lane: AnyLane) {
    lanes[lane.id] = lane
    costs.note(lane.feature.descriptor.name)
    if let times = backend?.commitTimes {
      lane.figures.commitSampler = ReduceSampler(times.times(of: lane.feature.descriptor.name))
    }
    place(lane)
  }

  /// A lane is over, on the worker that had it.
  func forget(_ lane: AnyLane) {
    addGrowing(lane, to: &endedFeatures[lane.feature.descriptor.name, default: .init()])
    lanes[lane.id] = nil
    for tracker in loseEffects(of: lane)?.trackers ?? [] { tracker.release(&aftermath.freed) }
    interruptions.ended(lane.id)
    for tracker in lane.takeInterruption().trackers { tracker.release(&aftermath.freed) }
    endAlone(lane)
    backend?.ended(lane.id)
    lane.outbox = nil
    remoteEffects.ended(lane.id)?.release(&aftermath.freed)
  }

  /// Forgets the worker of a lane that has none but that: it ends with the lane, and is not lost.
  func endAlone(_ lane: AnyLane) {
    if let link = lane.link, link.hasOneLane { _ = outboxes.remove(link) }
  }

  // MARK: - Places

  func place(_ lane: AnyLane, in place: LanePlace = .shared) {
    guard let backend, !owner.isStopped, !lane.isInProcess else { return }
    let link = backend.place(lane.id, lane.feature, group: lane.group, in: place)
    if let link { self.place(lane, on: link) }
  }

  /// A worker was found for a lane that asked for one.
  func place(_ lane: AnyLane, on link: any HostingLink) {
    guard lane.machine.phase == .unplaced, !lane.isInProcess else { return }
    lane.beginLife(at: outboxes.outbox(of: link))
    lane.handle(.placed)
    cancelUntold(lane)
    interrupt(lane)
  }

  /// Cancels effects that were cancelled before any worker had the lane: those of what the client reduced meanwhile.
  private func cancelUntold(_ lane: AnyLane) {
    guard lane.machine.phase == .open else { return }
    for sequence in lane.runningSequences {
      let key = RemoteKey(lane: lane.id, sequence: sequence)
      if remoteEffects[key]?.tracker.isCancelled == true { cancel(key) }
    }
    // Behind what starts the effects that they are for.
    for id in lane.takeCancels() { submitGated(.cancel(lane.id, .id(id.bytes)), lane) }
  }

  // MARK: - Trials

  /// Has a lane's suspect reduced alone: one lane of the store is on trial at a time.
  func requestTrial(of lane: AnyLane) {
    if trials.request(lane.id) { beginTrial(of: lane) }
  }

  private func beginTrial(of lane: AnyLane) {
    tellQuarantined(lane)
    place(lane, in: .quarantine)
  }

  /// A lane is not, or need not be, on trial any more.
  func endTrial(of lane: AnyLane) {
    if trials.lane == nil { return }
    // What all others wait for comes first.
    let next = trials.end(lane.id) { id in lanes[id].map(owner.isHead) ?? false }
    if let next, let lane = lanes[next] { beginTrial(of: lane) }
  }
}
