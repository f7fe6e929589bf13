import DequeModule
import PandoHosting
import PandoWire
import Synchronization

/// The output of a host session to its client, and the effects that add to it.
///
/// Its lock is held for moments only and never while user code runs, so taking the output, and running
/// effects, do not wait for a reducer. It may be taken with the session's lock held, not the other way
/// round.
final class SessionOutlet: @unchecked Sendable {
  /// The messages that are ready.
  final class Output {
    @exclusivity(unchecked)
    private var writer = WireWriter()
    /// The messages before those in the writer, in parts that are large enough.
    @exclusivity(unchecked)
    private var parts: Deque<[UInt8]> = []
    @exclusivity(unchecked)
    private var partsBytes = 0
    /// The number of effects that run, those of hosts that have ended among them.
    @exclusivity(unchecked)
    var effectCount = 0
    /// The times that effects take; nil where nobody looks after them.
    var times: EffectTimes?
    /// The heading that the next answer has where it needs none: the last message is the answer for the action before
    /// it, or `none`.
    @exclusivity(unchecked)
    private var nextHeading = ActionHeading.none

    /// The size from which on a part takes no further message: what a client's connection holds is counted
    /// in messages, so that they are to be of a size.
    private static let partBytes = 1 << 20

    func write(_ message: WorkerMessage) {
      nextHeading = .none
      message.encode(into: &writer)
      noteWritten()
    }

    /// Writes the answer for an action.
    @inline(__always)
    func write(_ heading: ActionHeading, _ result: HostedResult) {
      writeAnswer(heading) { result.encode(into: &$0) }
    }

    /// Writes the answer for an action, of which `body` appends the result.
    @inline(__always)
    func writeAnswer(_ heading: ActionHeading, _ body: (inout WireWriter) -> Void) {
      if heading == nextHeading {
        WorkerMessage.beginNextResult(into: &writer)
      } else {
        begin(heading)
      }
      body(&writer)
      noteAnswer(heading)
    }

    /// Writes the answer for an action that put few bytes in place of as many.
    @inline(__always)
    func writeAnswer(
      _ heading: ActionHeading, overwriting offset: Int, by new: UnsafeRawBufferPointer
    ) {
      if heading == nextHeading {} else { begin(heading) }
      unsafe writer.append(overwriting: offset, by: new)
      noteAnswer(heading)
    }

    @inline(never)
    private func begin(_ heading: ActionHeading) {
      WorkerMessage.beginResult(heading.lane, heading.epoch, heading.sequence, into: &writer)
    }

    @inline(__always)
    private func noteAnswer(_ heading: ActionHeading) {
      nextHeading = heading.next
      noteWritten()
    }

    @inline(__always)
    private func noteWritten() {
      if writer.count >= Self.partBytes { endPart() }
    }

    private func endPart() {
      nextHeading = .none
      guard let part = writer.takeBytes() else { return }
      partsBytes += part.count
      parts.append(part)
    }

    /// The number of bytes that are ready.
    var byteCount: Int { partsBytes + writer.count }

    fileprivate func take() -> [UInt8]? {
      nextHeading = .none
      guard let part = parts.popFirst() else { return writer.takeBytes() }
      partsBytes -= part.count
      return part
    }
  }

  // `output`, `lanes` and every `HostEffects` of the session are touched only with `mutex` held.
  private let mutex = Mutex<Void>(())
  private let output = Output()
  @exclusivity(unchecked)
  private var lanes: [LaneID: HostEffects] = [:]
  /// Called without the lock when effects left something to take where there was nothing.
  let onOutput: @Sendable () -> Void

  init(onOutput: @escaping @Sendable () -> Void) {
    self.onOutput = onOutput
  }

  // The count of references orders this behind all that was done with the lock held. The thread sanitizer does not
  // see that order, and sees a lock.
  deinit { locked { _ in } }

  @inline(__always)
  func locked<Result>(_ body: (Output) -> Result) -> Result {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return body(output)
  }

  /// Takes the first messages that are ready, about a megabyte of them; nil when there are none.
  func take() -> [UInt8]? {
    locked { $0.take() }
  }

  /// The number of bytes that are ready.
  var byteCount: Int { locked { $0.byteCount } }

  // MARK: - Lanes

  func add(_ effects: HostEffects) {
    locked { _ in lanes[effects.lane] = effects }
  }

  func remove(_ effects: HostEffects) {
    locked {
      guard lanes[effects.lane] === effects else { return }
      lanes[effects.lane] = nil
      $0.times?.hangingLanes.remove(effects.lane)
    }
  }

  /// The name of the feature of a lane; nil when the lane is not known.
  func feature(of lane: LaneID) -> String? {
    locked { _ in lanes[lane]?.feature }
  }

  /// The number of effects that run, those of hosts that have ended among them.
  var effectCount: Int { locked { $0.effectCount } }

  /// Calls a body with each lane, its feature and the number of its effects that run.
  func forEachLane(_ body: (LaneID, String, Int) -> Void) {
    locked { _ in
      for (lane, effects) in lanes { body(lane, effects.feature, effects.runningCount) }
    }
  }

  /// The effects of an action that run.
  func effectStatus(of lane: LaneID, _ sequence: SequenceNumber) -> [HostedEffectStatus] {
    let all = locked { _ in lanes[lane]?.running.all ?? [] }
    return all.filter { $0.tag == sequence }
      .map { HostedEffectStatus(name: $0.name, isCancelled: $0.isCancelled) }
  }

  // MARK: - For running effects, on any thread

  /// Runs `body` with the lock held, and then what it brought about.
  @discardableResult
  func perform<Result>(_ effects: HostEffects, _ body: (Output) -> Result) -> Result {
    var work: DeferredWork?
    var hasNewOutput = false
    let result = locked { output in
      let result = notingOutput(&hasNewOutput, output, body)
      work = effects.takeWork(output)
      return result
    }
    work?.run()
    if hasNewOutput { onOutput() }
    return result
  }

  /// Runs `body`, with the lock held, and notes whether `onOutput` is to be called for it.
  func notingOutput<Result>(
    _ hasNewOutput: inout Bool, _ output: Output, _ body: (Output) -> Result
  ) -> Result {
    let wasEmpty = output.byteCount == 0
    defer { hasNewOutput = wasEmpty && output.byteCount > 0 }
    return body(output)
  }
}
