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
  private let number: SessionNumber
  private let hello: Hello
  private let state = Mutex(State())
  /// True if the store is to ask it for a sign of progress, and has not come to that.
  let isAsked = Atomic<Bool>(false)
  /// When the store last said something, in milliseconds.
  private let lastSent = Atomic<Int>(0)

  init(_ worker: WorkerLink, _ number: SessionNumber, hello: Hello) {
    self.worker = worker
    self.number = number
    self.hello = hello
  }

  var name: String { worker.name }
  var carriesTraces: Bool { worker.carriesTraces }
  var carriesRuns: Bool { worker.carriesRuns }
  var carriesEffectLimits: Bool { worker.carriesEffectLimits }

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

  func refuse(reason: String) { worker.giveUp(.refused, reason, by: number) }

  func noteCrash(by culprit: Culprit) {
    worker.giveUp(.crashed(culprit.of(number)), "it crashed", by: number)
  }

  /// Returns whether the store is to ask for a sign of progress now: often while it has something to do there, as it may
  /// have for a while after it last said something, and else now and then.
  func isQuestionDue(now: Int) -> Bool {
    let pause = now - lastSent.load(ordering: .relaxed)
    let isDue = pause < Self.attentiveMilliseconds || pause % Self.calmMilliseconds < 200
    return isDue && !isAsked.exchange(true, ordering: .relaxed)
  }

  private static let attentiveMilliseconds = 60_000
  private static let calmMilliseconds = 5_000
}
