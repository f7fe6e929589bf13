package import PandoHosting
import PandoWire
import Synchronization

/// Everything that one client has on one worker.
///
/// Batches of messages go in through `receive(_:)`, and answers are taken out with `takeOutput()`.
/// Effects end and send on any thread; `onOutput` says that they left something to take.
package final class HostSession: @unchecked Sendable {
  // Every `var` below is touched only inside `locked`, which holds `mutex`; hosts call back into the
  // session only from inside it.
  private let mutex = Mutex<Void>(())
  @exclusivity(unchecked)
  private var hosts: [LaneID: AnyHost] = [:]
  @exclusivity(unchecked)
  private var output = WireWriter()
  /// Where states are encoded.
  @exclusivity(unchecked)
  private var scratch = WireWriter()
  /// Whether a host was given up since an action was last handed out.
  @exclusivity(unchecked)
  private var hasFailed = false
  @exclusivity(unchecked)
  private var refusal: String?
  @exclusivity(unchecked)
  private var reduced: UInt64 = 0
  @exclusivity(unchecked)
  private var hasEnded = false

  private let findFeature: @Sendable (FeatureDescriptor) throws(HostingRefusal) -> any HostedFeature
  private let onOutput: @Sendable () -> Void
  private let onReport: @Sendable (String) -> Void
  private let onTrace: @Sendable (HostTrace) -> Void
  private let scope: DependencyScope
  private var dependencies: DependencyValues { scope.values }
  let executor: (any TaskExecutor)?

  package init(
    findFeature:
      @escaping @Sendable (FeatureDescriptor) throws(HostingRefusal) -> any HostedFeature,
    dependencies: DependencyValues = DependencyValues(),
    executor: (any TaskExecutor)? = nil,
    onOutput: @escaping @Sendable () -> Void,
    onReport: @escaping @Sendable (String) -> Void,
    onTrace: @escaping @Sendable (HostTrace) -> Void = { _ in }
  ) {
    self.findFeature = findFeature
    scope = DependencyScope(values: dependencies)
    self.executor = executor
    self.onOutput = onOutput
    self.onReport = onReport
    self.onTrace = onTrace
  }

  /// How many actions were reduced, whether or not they committed.
  package var reducedCount: UInt64 { locked { reduced } }

  /// How many incarnations are hosted.
  package var laneCount: Int { locked { hosts.count } }

  /// Handles a batch of messages in order.
  ///
  /// - Throws: What the client did that it may not; the session is to be ended.
  package func receive(_ batch: UnsafeRawBufferPointer) throws(HostingRefusal) {
    let reason = locked { () -> String? in
      scope.commit { handleAll(batch) }
      return refusal
    }
    if let reason { throw HostingRefusal(reason: reason) }
  }

  private func handleAll(_ batch: UnsafeRawBufferPointer) {
    do {
      var host: AnyHost?
      try ClientMessage.decodeAll(batch) { lane, epoch, sequence, origin, bytes in
        guard refusal == nil, !hasEnded else { return }
        reduced &+= 1
        // Actions come in runs; a host that failed is no longer among the hosts.
        if host?.lane != lane || hasFailed { host = hosts[lane] }
        hasFailed = false
        host?.reduce(epoch, sequence, origin, bytes)
      } other: { message in
        host = nil
        if refusal == nil, !hasEnded { handle(message) }
      }
    } catch {
      refuse("a message cannot be read: \(error)")
    }
  }

  /// Handles a batch of messages in order.
  ///
  /// - Throws: What the client did that it may not; the session is to be ended.
  package func receive(_ batch: [UInt8]) throws(HostingRefusal) {
    try batch.withUnsafeBytes { batch in
      Result { () throws(HostingRefusal) in try receive(batch) }
    }.get()
  }

  /// Takes the answers that are ready; nil when there are none.
  package func takeOutput() -> [UInt8]? {
    locked { output.takeBytes() }
  }

  /// The client has gone: cancels every effect and frees every incarnation. Returns how many effects
  /// ran.
  @discardableResult
  package func end() -> Int {
    locked {
      hasEnded = true
      defer { hosts.removeAll() }
      return hosts.values.reduce(0) { $0 + $1.end() }
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return body()
  }

  private func handle(_ message: ClientMessage) {
    switch message {
    case .open(let lane, let feature, let epoch, let next, let snapshot, let isPresented, _):
      let dependencies = isPresented ? dependencies.presented : dependencies
      DependencyValues.with(dependencies) {
        open(lane, feature, epoch, next, snapshot)
      }
    case .commit(let lane, let sequence):
      hosts[lane]?.handle(.commit(through: sequence))
    case .rebase(let lane, let epoch, let sequence, let patch):
      hosts[lane]?.handle(.rebase(epoch, from: sequence, patch))
    case .cancel(let lane, let target):
      hosts[lane]?.cancel(target)
    case .settle(let lane, let number):
      hosts[lane]?.settle(through: number)
    case .close(let lane):
      let count = hosts.removeValue(forKey: lane)?.end() ?? 0
      write(.closed(lane, cancelledCount: count))
    case .ping(let number):
      write(.pong(number, laneCount: hosts.count))
    case .checkpoint(let number):
      write(.reached(number))
    case .reduce:
      preconditionFailure("actions are handed out in parts")
    case .hello, .goodbye:
      refuse("a message came that opens or ends a session, inside it")
    }
  }

  private func open(
    _ lane: LaneID, _ descriptor: FeatureDescriptor, _ epoch: Epoch, _ next: SequenceNumber,
    _ snapshot: [UInt8]
  ) {
    guard hosts[lane] == nil else { return refuse("\(lane) is open already") }
    do {
      let feature = try findFeature(descriptor)
      hosts[lane] = try feature.makeHost(
        lane, epoch: epoch, next: next, snapshot: snapshot, session: self)
      write(.opened(lane))
    } catch let refusal as HostingRefusal {
      write(.failed(lane, reason: refusal.reason))
    } catch {
      write(.failed(lane, reason: "\(error)"))
    }
  }

  // MARK: - For hosts, inside `locked`

  func write(_ message: WorkerMessage) {
    message.encode(into: &output)
  }

  func write(
    _ lane: LaneID, _ epoch: Epoch, _ sequence: SequenceNumber, _ result: HostedResult
  ) {
    WorkerMessage.encodeResult(lane, epoch, sequence, result, into: &output)
  }

  /// Lends the encoding of a state.
  func withEncoded<State: Encodable, Result>(
    _ state: State, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(WireError) -> Result {
    scratch.removeAll()
    try WireEncoder.encode(state, into: &scratch)
    return scratch.withBytes { body($0) }
  }

  func refuse(_ reason: String) {
    if refusal == nil { refusal = reason }
  }

  /// A host that cannot go on: the client has to find another.
  func fail(_ lane: LaneID, reason: String) {
    _ = hosts.removeValue(forKey: lane)?.end()
    hasFailed = true
    write(.failed(lane, reason: reason))
  }

  func trace(_ event: HostTrace) {
    onTrace(event)
  }

  // MARK: - For effects, on any thread

  /// Returns when the client has committed or dropped the action.
  func emit(_ bytes: [UInt8], effect: UInt64, lane: LaneID) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      announcing {
        guard let host = hosts[lane] else { return continuation.resume() }
        host.emit(bytes, effect: effect) { continuation.resume() }
      }
    }
  }

  /// The effects of a host; nil when it is gone.
  @discardableResult
  func withEffects<Result>(
    of lane: LaneID, _ body: (EffectRegistry<SequenceNumber>) -> Result
  ) -> Result? {
    locked { hosts[lane].map { body($0.effects) } }
  }

  /// The effects of an action that run.
  func effectStatus(of lane: LaneID, _ sequence: SequenceNumber) -> [HostedEffectStatus] {
    let all = withEffects(of: lane) { $0.all } ?? []
    return all.filter { $0.tag == sequence }
      .map { HostedEffectStatus(name: $0.name, isCancelled: $0.isCancelled) }
  }

  func finish(effect: UInt64, lane: LaneID) {
    announcing { hosts[lane]?.finish(effect: effect) }
  }

  func report(_ message: String) {
    onReport(message)
  }

  private func announcing(_ body: () -> Void) {
    let hasNewOutput = locked {
      let wasEmpty = output.count == 0
      body()
      return wasEmpty && output.count > 0
    }
    if hasNewOutput { onOutput() }
  }
}
