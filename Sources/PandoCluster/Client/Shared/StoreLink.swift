import Pando
import PandoHosting
import PandoWire
import Synchronization

/// A worker as one of the stores of a pool reaches it: a session of its own over the connection that all of them share.
final class StoreLink: HostingLink {
  private struct State {
    var isGreeted = false
    var hasEnded = false
  }

  let worker: WorkerLink
  let store: PooledStore
  private let number: SessionNumber
  private let hello: Hello
  private let state = Mutex(State())
  /// True if the store is to look whether the worker gets on, and has not come to that.
  let isLookDue = Atomic<Bool>(false)
  /// When the store last looked, and when it last said something, in milliseconds.
  private let lastLook: Atomic<Int>
  private let lastSent: Atomic<Int>

  init(_ worker: WorkerLink, of store: PooledStore, hello: Hello) {
    self.worker = worker
    self.store = store
    number = store.number
    lastLook = Atomic(MonotonicClock.nowMilliseconds())
    lastSent = Atomic(MonotonicClock.nowMilliseconds())
    self.hello = hello
  }

  var name: String { worker.name }

  /// The hello of a session goes ahead of what is first said in it: that the worker speaks the version is known.
  func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
    if batch.isEmpty { return nil }
    lastSent.store(MonotonicClock.nowMilliseconds(), ordering: .relaxed)
    state.withLock { state in
      if state.hasEnded { return }
      if !state.isGreeted {
        state.isGreeted = true
        send(.hello(hello))
      }
      worker.send(batch, of: number)
    }
    return nil
  }

  /// Ends the session. Nothing more is said in it.
  func sayGoodbye() {
    state.withLock { state in
      if state.isGreeted, !state.hasEnded { send(.goodbye) }
      state.hasEnded = true
    }
  }

  /// The session is over, and the worker knows it.
  func end() { state.withLock { $0.hasEnded = true } }

  /// Says a message that is a batch of its own.
  private func send(_ message: ClientMessage) {
    var writer = WireWriter()
    message.encode(into: &writer)
    writer.withBytes { worker.send($0, of: number, isWhole: true) }
  }

  func countCommits(_ count: Int) { worker.countCommits(count) }

  func noteProgress() { worker.noteProgress() }

  func refuse(reason: String) { worker.giveUp(.refused, reason, by: number) }

  func noteCrash(by culprit: Culprit) {
    guard culprit.lane.rawValue <= SessionNumber.lanesAtMost else {
      return refuse(reason: "it accuses a child that there is not")
    }
    worker.giveUp(.crashed(culprit.of(number)), "it crashed", by: number)
  }

  /// Returns whether the store is to look now: after a quarter of the time for which it has said nothing, so that many
  /// stores at rest cost little, and a worker that hangs is seen a quarter later.
  ///
  /// - Parameter count: The number of stores that look, of which no more than five do so in a millisecond.
  func isLookDue(now: Int, among count: Int) -> Bool {
    let pause = min((now - lastSent.load(ordering: .relaxed)) / 4, Self.pauseAtMost)
    guard now - lastLook.load(ordering: .relaxed) >= max(pause, count / 5) else { return false }
    lastLook.store(now, ordering: .relaxed)
    return !isLookDue.exchange(true, ordering: .relaxed)
  }

  private static let pauseAtMost = 10_000
}
