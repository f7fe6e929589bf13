import Pando
import PandoSimulation
import Synchronization

/// One client of a program: its store, and what became of what it sent.
final class SimulatedClient: @unchecked Sendable {
  // One thread has a simulation.
  let recorder: Recorder
  let mode: EffectMode
  let pool: SimulatedPool
  let engine: StoreEngine<Root.State, Root.Action>
  private(set) var sent: [Root.Action]
  private(set) var waitingCount = 0
  private let setup: Setup
  private let world: SimulatedWorld
  private let spans: SpanChecks?
  private let timeline: TimelineChecks?
  private let disk: SimulatedDisk?
  /// The numbers of actions that had committed and failed before its store began.
  private let past: (commits: Int, failures: Int)
  /// The number of stores of the client that have gone on with the journal of one before.
  private let restartCount: Int
  /// The actions that the store before had accepted, and that had not committed.
  private let owed: [Root.Action]
  /// True if a store owed what the next one sends again, at a mount: then the order is another.
  private let owedMount: Bool
  /// Something that left before the commit which it follows from was on disk.
  private(set) var earlyExit: String?

  /// - Parameters:
  ///   - spans: The spans of workers; nil where nothing is traced.
  ///   - former: The client in whose place it goes on, which has ended; nil for a new one.
  init(
    _ setup: Setup, _ pool: SimulatedPool, _ world: SimulatedWorld, _ mode: EffectMode,
    below spans: SpanChecks?, after former: SimulatedClient? = nil
  ) throws {
    self.setup = setup
    self.world = world
    disk =
      former?.disk?.reopened() ?? setup.diskMicroseconds.map { SimulatedDisk($0, world) }
    let contents = try disk?.contents()
    recorder = former.map { Recorder($0.recorder, upTo: Int($0.disk?.version ?? 0)) } ?? Recorder()
    sent = former?.sent(of: recorder) ?? []
    past = (recorder.commits.count, recorder.failures.count)
    restartCount = former.map { $0.restartCount + 1 } ?? 0
    owed = contents?.owed ?? []
    owedMount = former?.owedMount == true || owed.contains(where: \.isInterruption)
    self.mode = mode
    self.pool = pool
    self.spans = spans.map { SpanChecks(workers: $0) }
    timeline = setup.readsTimeline == true ? TimelineChecks(recorder) : nil
    engine = makeEngine(
      pool.hosting.window(setup.window), mode, world.executor,
      Root(
        ready: setup.ready, inProcess: setup.inProcessPlaces ?? [],
        timeout: .milliseconds(setup.timeoutMilliseconds),
        interrupted: setup.tellsOfInterruption == true ? .interrupted : nil),
      from: contents?.state ?? Root.State(),
      tracing: self.spans.map { .sampled(1 / Double(setup.tracesOneOf ?? 1), by: $0.tracer) }
        ?? .off, journal: disk?.makeJournal())
    disk?.begin(with: engine)
    if let windowBytes = setup.windowBytes { engine.windowBytes = windowBytes }
    recorder.watch(engine)
    if let timeline { engine.begin(timeline.ring) }
    if world.coverage != nil { world.watch(engine) }
    if former != nil { engine.restart(owing: owed) }
  }

  /// Notes that a sender has to wait, and what it waits for.
  func noteFullWindow(_ coverage: inout Coverage?) {
    let isFullOfBytes = engine.pendingBytes >= engine.windowBytes
    coverage?.note("store", isFullOfBytes ? "full of bytes" : "full of actions", "send")
  }

  func send(_ action: Root.Action) {
    sent.append(action)
    _ = engine.send(action)
  }

  /// Has a task send, and wait for the end of what follows.
  func sendInTask(_ action: Root.Action, _ executor: SimulatedExecutor) {
    waitingCount += 1
    Task(executorPreference: executor) { [self] in
      sent.append(action)
      if let sent = engine.send(action) {
        await engine.finish(sent)
        noteReturn(of: action)
      } else {
        // Many windows were full.
        sent.removeLast()
      }
      waitingCount -= 1
    }
  }

  /// Reads the timeline as somebody does who looks from time to time. Returns what is wrong with it.
  func readTimeline() -> String? { timeline?.read() }

  /// Returns what is wrong with its spans, once everything has ended.
  var spanViolation: String? {
    // What a restart sends is nobody's.
    spans?.violation(
      of: recorder, past: past, tracesAll: setup.tracesOneOf == 1 && restartCount == 0)
  }

  /// Calls a body as the store hands over one of its next groups; at once with 0. Of several, the last one counts.
  func whenHandingOver(_ group: Int, _ body: @escaping () -> Void) {
    guard let disk, group > 0 else { return body() }
    var left = group
    disk.onGroup = { [weak disk, world] in
      left -= 1
      if left > 0 { return }
      disk?.onGroup = nil
      // The store's lock is held here.
      world.time.after(0, body)
    }
  }

  /// Nothing that was to happen with a group does.
  func calm() { disk?.onGroup = nil }

  /// Ends as where its process is killed.
  ///
  /// - Parameter keepsGroup: True if the group that is being written is on the disk all the same.
  func vanish(keepingGroup keepsGroup: Bool = false) {
    hasVanished = true
    disk?.vanish(keepingGroup: keepsGroup)
    pool.vanish()
    engine.stop()
  }

  private var hasVanished = false

  /// The actions that were sent and that a record knows to have committed, or failed.
  private func sent(of recorder: Recorder) -> [Root.Action] {
    var ended = recorder.accepted + recorder.failures.map(\.action)
    return sent.filter { action in
      guard let index = ended.firstIndex(of: action) else { return false }
      ended.remove(at: index)
      return true
    }
  }

  /// Returns what is wrong with what has committed up to now, where more is to come.
  var violationSoFar: String? {
    if let violation = diskViolation { return violation }
    let commits = recorder.commits
    let local = localAnswer().commits
    if local.starts(with: commits) { return nil }
    return Record(commits: commits).difference(from: Record(commits: local))
  }

  /// Notes that an effect starts, of the only client that there is.
  func noteStart(of effect: String) {
    // Its name ends with the number of the script that returned it; that of a dock says no more than where it is.
    guard let disk, earlyExit == nil, !effect.hasPrefix("dock"),
      let id = effect.split(separator: " ").last.flatMap({ Int($0) })
    else { return }
    let durable = recorder.ended.prefix(Int(disk.version))
    if !durable.contains(where: { $0.script?.id == id }) {
      earlyExit =
        "the effect \(effect) started, and only \(disk.version) of \(recorder.ended.count) commits were on disk"
    }
  }

  /// Notes that somebody who waited for an action goes on.
  private func noteReturn(of action: Root.Action) {
    guard let disk, !hasVanished, earlyExit == nil, let id = action.script?.id else { return }
    let index = recorder.ended.firstIndex { $0.script?.id == id }
    // A store that stops drops what has not committed.
    if let index, index >= Int(disk.version) {
      earlyExit = """
        who waited for \(action) went on, and only \(disk.version) of \(recorder.ended.count) commits were on disk
        """
    }
  }

  /// Returns what is wrong with the disk, or with what left before it was there.
  var diskViolation: String? {
    earlyExit ?? disk?.violation(of: recorder.states)
  }

  // MARK: - What must hold at the end

  /// Returns the first thing that is not as in one process.
  ///
  /// - Parameter isAlone: Whether there never was another client: workers have one log of effects for all.
  func violation(isCalm: Bool, isStruck: Bool, isAlone: Bool) -> String? {
    var hosted = Record(commits: recorder.commits, effects: mode.log.entries)
    var local = localAnswer()
    if !isAlone {
      hosted.effects = EffectLog.Entries()
      local.effects = EffectLog.Entries()
    }
    if isCalm {
      if hosted != local { return hosted.difference(from: local) }
    } else if hosted.commits != local.commits {
      return hosted.difference(from: local)
    }
    // What is mounted starts its effects again with each store.
    for (life, names) in local.effects.started where restartCount > 0 {
      let mounted = names.filter { $0.hasPrefix("dock") }
      for _ in 0..<restartCount { local.effects.started[life]? += mounted }
    }
    return hosted.effectStartedTwice(unlike: local, inOrder: false) ?? hosted.survivorOfThePast
      ?? failure(isStruck: isStruck) ?? order ?? lostFollowUp(recorder.ended[...])
  }

  /// The answer of one process.
  private func localAnswer() -> Record {
    // Between an action and those that its reducer returned, what commits when it is ready may commit.
    var local =
      !setup.ready.isEmpty || hasHarmlessFailure || owedMount
      ? replay(recorder.commits.map(\.action), ignoringSends: true, isQuiet: true)
      : replay(recorder.accepted, isQuiet: true)
    // A parent that reduces first is warned of it where the child is hosted.
    local.warnings = []
    return local
  }

  /// P7: what is kept though nobody needs it any more.
  var leftover: String? {
    let stray = engine.strayLanes
    if !stray.isEmpty {
      return "the store keeps \(stray), whose children have gone; \(engine.standing)"
    }
    if engine.hasCommittedAll, engine.pendingBytes != 0 {
      return "the store counts \(engine.pendingBytes) bytes of actions, and all have committed"
    }
    let (kept, known) = (pool.hostedLaneCount, engine.laneCount)
    return kept > known ? "workers keep \(kept) lanes of a store that has \(known)" : nil
  }

  private var hasHarmlessFailure: Bool {
    recorder.failures.contains { $0.action.script?.isPoison != true }
  }

  /// A harmless action that failed.
  ///
  /// - Parameter isStruck: Whether a fault, or another client, may have struck the worker of a trial.
  private func failure(isStruck: Bool) -> String? {
    for (action, reason) in recorder.failures where action.script?.isPoison != true {
      // Where no worker is set apart for trials, others strike it too.
      var isUnhosted: Bool { if case .unhosted = reason { true } else { false } }
      if isStruck, pool.sharesWorkers, !isUnhosted { continue }
      return "a harmless action failed, because \(reason): \(action)"
    }
    return nil
  }

  /// P13: what commits gave rise to commits, too, or fails, or is owed still.
  private func lostFollowUp(
    _ ended: ArraySlice<Root.Action>, stillOwed: [Root.Action] = []
  ) -> String? {
    var known = Array(ended.dropFirst(past.commits + past.failures)) + stillOwed
    // What a restart sends goes with the feature that it is for.
    for action in owed where !action.isInterruption {
      guard let index = known.firstIndex(of: action) else {
        return "the store before owed \(action), which neither committed nor failed"
      }
      known.remove(at: index)
    }
    return nil
  }

  /// Returns what is wrong with the disk of a client that was killed.
  var lossOnDisk: String? {
    guard let disk, let owed = try? disk.contents().owed else { return nil }
    return diskViolation ?? lostFollowUp(recorder.ended.prefix(Int(disk.version)), stillOwed: owed)
  }

  /// P3: what was sent commits, or fails, once and in its order.
  private var order: String? {
    // Effects dismiss too, in the same words.
    let sent = sent.filter { !$0.isDismissal }
    let isSent = { (action: Root.Action) in
      !action.isEmitted && !action.isDismissal && !action.isInterruption
    }
    let ended = recorder.accepted.filter(isSent) + recorder.failures.map(\.action)
    guard ended.count == sent.count else {
      return "\(sent.count) actions were sent, and \(ended.count) committed or failed"
    }
    let failed = recorder.failures.map(\.action)
    let expected = sent.filter { !failed.contains($0) }
    let committed = recorder.accepted.filter { isSent($0) && !failed.contains($0) }
    for line in Set(sent.map { $0.line(ready: setup.ready) }).sorted() {
      func isOfLine(_ action: Root.Action) -> Bool { action.line(ready: setup.ready) == line }
      let (left, right) = (committed.filter(isOfLine), expected.filter(isOfLine))
      if left == right { continue }
      let index = zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
      let names = [left, right].map { $0.dropFirst(index).first.map { "\($0)" } ?? "nothing" }
      return """
        the order of sending was not kept: action \(index + 1) to commit was \(names[0]), and \
        \(names[1]) was sent before it
        """
    }
    return nil
  }
}
