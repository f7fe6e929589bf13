import PandoHosting
import PandoWire

/// The messages of a store for one worker, gathered while the store holds its lock.
///
/// While the worker has actions to answer, a few more of them may wait for its next message, as in
/// Nagle's algorithm (RFC 896): the worker is busy anyway, and a batch costs one system call.
package final class LinkOutbox {
  package let link: any HostingLink
  @exclusivity(unchecked)
  private var writer = WireWriter()
  /// The heading that the next action has where it needs none: the last message is that of the action before it, or
  /// `none`.
  @exclusivity(unchecked)
  private var nextHeading = ActionHeading.none
  /// Whole batches for the next flush, which is urgent then: no message of a link grows without bound.
  private var sealed: [[UInt8]] = []
  /// The number of commits that the link has not been told of.
  var commitCount = 0
  /// True if it is in its store's list of those that have something to send.
  var isMarked = false
  /// The number of actions that were gathered.
  private var actionCount = 0
  /// True if something was gathered that waits for nothing: neither an action, nor a commit that no effect waits for.
  private(set) var isUrgent = false
  /// True if actions were sent and nothing has come since.
  private var isAnswerDue = false
  /// True if something was said that the worker has to do since it was last asked how far it is.
  private var hasWork = false
  private var progress = ProgressMachine()
  /// The figures of the link, counted by batches.
  private var figures = HostingFigures.Link()
  /// The lane that the worker named as the one that it hangs in.
  var hangingLane: LaneID?
  /// Why the worker ends, where that is an effect that hangs; and what it says of each lane with such effects.
  private(set) var effectHang: String?
  private(set) var effectHangs: [LaneID: EffectHangNotice] = [:]
  /// The lane whose answer does not fit, for which the worker is given up.
  var misfitLane: LaneID?
  /// True if an action was gathered since the last checkpoint.
  private var hasDispatchedSince = false
  /// The number of times that the worker was told to forget a lane that it may get, or has got,
  /// again.
  private var closesToCome: [LaneID: Int] = [:]

  private static let waitingActionsAtMost = 256
  /// The number of bytes that a batch may have before another begins.
  private let batchBytes: Int

  init(_ link: any HostingLink) {
    self.link = link
    batchBytes = link.batchBytes
  }

  func add(_ message: ClientMessage) {
    nextHeading = .none
    message.encode(into: &writer)
    isUrgent = true
    hasWork = true
    sealIfLong()
  }

  /// Adds that actions have committed. A worker needs that to start effects, and else only to forget: then it goes
  /// with the next actions, as a message of its own would wake three threads.
  func addCommit(_ lane: LaneID, through sequence: SequenceNumber) {
    nextHeading = .none
    ClientMessage.commit(lane, through: sequence).encode(into: &writer)
    hasWork = true
    sealIfLong()
  }

  func add(
    _ lane: LaneID, _ epoch: Epoch, _ sequence: SequenceNumber, _ action: HostedAction
  ) {
    let heading = ActionHeading(lane, epoch, sequence)
    if heading == nextHeading, action.origin == .feature {
      ClientMessage.encodeNext(action, into: &writer)
    } else {
      ClientMessage.encodeReduce(lane, epoch, sequence, action, into: &writer)
    }
    nextHeading = heading.next
    actionCount += 1
    hasWork = true
    hasDispatchedSince = true
    sealIfLong()
  }

  /// Adds the context of a traced action, which follows.
  func add(_ lane: LaneID, _ sequence: SequenceNumber, _ carrier: TraceCarrier) {
    nextHeading = .none
    ClientMessage.trace(lane, sequence, carrier).encode(into: &writer)
  }

  @inline(__always)
  private func sealIfLong() {
    if writer.count >= batchBytes { seal() }
  }

  @inline(never)
  private func seal() {
    nextHeading = .none
    guard let batch = writer.takeBytes() else { return }
    sealed.append(batch)
    isUrgent = true
  }

  /// Has what was gathered leave at once: something waits for a commit, or the link wants to be called.
  func hurry() { isUrgent = true }

  /// Notes that the worker ends as an effect of a lane hangs that it has, or had.
  func noteEffectHang(of lane: LaneID, _ notice: EffectHangNotice) {
    effectHang = effectHang ?? "it ended itself: \(notice.reason.printable)"
    effectHangs[lane] = notice
  }

  /// The lanes whose effects are certain to be why the worker ends, by its own word.
  var certainHangs: [LaneID: EffectHangNotice] { effectHangs.filter(\.value.isCertain) }

  /// True if effects of a lane are, or may be, why the worker ends.
  func suspects(_ lane: LaneID) -> Bool {
    if effectHang == nil { return false }
    let certain = certainHangs
    return certain.isEmpty || certain[lane] != nil
  }

  /// Notes that the worker said something.
  func noteAnswer() { isAnswerDue = false }

  /// Notes that a batch of so many bytes came.
  func noteAnswer(byteCount: Int) {
    noteAnswer()
    figures.receivedBytes &+= UInt64(byteCount)
  }

  /// Adds the figures of the link to those of links to workers of the same name.
  func add(to links: inout [String: HostingFigures.Link]) {
    links[link.name, default: .init()].sentBytes += figures.sentBytes
    links[link.name]?.receivedBytes += figures.receivedBytes
    links[link.name]?.sentActions += figures.sentActions
  }

  /// Tells the link how many of its worker's actions have committed.
  func tellCommits() {
    if commitCount > 0 { link.countCommits(commitCount) }
    commitCount = 0
  }

  /// True if what was gathered may wait: actions for the worker's next message, commits for the next action.
  var mayWait: Bool {
    !isUrgent && (actionCount == 0 || isAnswerDue && actionCount < Self.waitingActionsAtMost)
  }

  /// Sends what was gathered, and returns answers that come at once.
  ///
  /// A host in this process runs reducers meanwhile. What they send to this link is gathered anew.
  func flush() -> [UInt8]? {
    var answers: [UInt8]?
    // What is gathered meanwhile may fill batches, which go before the last.
    while !sealed.isEmpty {
      if let more = sendSealed() { answers = (answers ?? []) + more }
    }
    var batch = WireWriter()
    swap(&batch, &writer)
    // All that was gathered until here leaves now.
    nextHeading = .none
    if actionCount > 0 { isAnswerDue = true }
    figures.sentActions &+= UInt64(actionCount)
    actionCount = 0
    isUrgent = false
    figures.sentBytes &+= UInt64(batch.count)
    let last = batch.withBytes { link.send($0) }
    if writer.count == 0 {
      // Its memory is used again.
      batch.removeAll()
      swap(&batch, &writer)
    }
    if let last { answers = (answers ?? []) + last }
    return answers
  }

  private func sendSealed() -> [UInt8]? {
    var batches: [[UInt8]] = []
    swap(&batches, &sealed)
    var answers: [UInt8] = []
    for batch in batches { figures.sentBytes &+= UInt64(batch.count) }
    for batch in batches { answers += batch.withUnsafeBytes { link.send($0) } ?? [] }
    return answers.isEmpty ? nil : answers
  }

  // MARK: - Lanes that come back

  /// Tells the worker to forget a lane for now.
  func leave(_ lane: LaneID) {
    add(.close(lane, waitsForEffects: false))
    closesToCome[lane, default: 0] += 1
  }

  /// Returns whether what the worker says of a lane is of the time before it left.
  @inline(__always)
  func hasLeft(_ lane: LaneID) -> Bool {
    !closesToCome.isEmpty && closesToCome[lane] != nil
  }

  /// Notes that the worker has forgotten a lane; returns false when it was not told to.
  func noteClosed(_ lane: LaneID) -> Bool {
    guard let count = closesToCome[lane] else { return false }
    closesToCome[lane] = count > 1 ? count - 1 : nil
    return true
  }

  // MARK: - Progress

  /// Lets each of the worker's actions take so long, at least.
  func allow(_ timeoutMilliseconds: Int) { progress.allow(timeoutMilliseconds) }

  /// Notes that the worker has done something.
  func noteProgress() {
    progress.noteProgress()
    link.noteProgress()
  }

  /// Notes that the worker has come as far as a checkpoint. Returns whether it says that it has reduced
  /// everything that it was given.
  func reached(_ number: UInt64) -> Bool {
    progress.reached(number) && !hasDispatchedSince
  }

  /// Asks for a sign of progress where there is something to do. Returns why the worker hangs, if it
  /// does.
  func checkProgress(nowMilliseconds: Int) -> String? {
    switch progress.tick(nowMilliseconds: nowMilliseconds, hasWork: hasWork) {
    case .ask(let number):
      add(.checkpoint(number))
      // The question is no work itself. Else an idle link would ask without end.
      hasWork = false
      hasDispatchedSince = false
      return nil
    case .hangs(let milliseconds):
      return "it has not come to an end with an action for \(milliseconds) ms"
    case nil:
      return nil
    }
  }
}
