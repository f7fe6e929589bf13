/// The work that a store leaves for after the unlock: all that may call users' code, or wakes a task. Guarded by the
/// store's lock.
///
/// Who waits for a commit, or for what it led to, goes on when observers have been told of it and of all commits before
/// it, whichever threads tell them.
final class Aftermath {
  /// The tasks to resume, last of all.
  @exclusivity(unchecked)
  var freed: [UnsafeContinuation<Void, Never>] = [] { didSet { noteChange() } }
  /// The calls to make, before anybody goes on who waited for them.
  @exclusivity(unchecked)
  var calls: [() -> Void] = [] { didSet { noteChange() } }
  /// The reports to make, before anybody goes on who waited for the end of what they are about.
  @exclusivity(unchecked)
  var reports: [() -> Void] = [] { didSet { noteChange() } }
  /// Holds back what leaves the store until it is durable; nil in a store without a journal.
  var gate: ExitGate?
  /// The effects on workers that may go on, as an action of theirs has committed.
  @exclusivity(unchecked)
  var settled: [EmitTicket] = []

  /// The news that one thread tells, without the lock.
  private struct Telling {
    let number: UInt64
    /// The tasks and effects that go on when it has been told, and all that is told since before.
    var freed: [UnsafeContinuation<Void, Never>] = []
    var settled: [EmitTicket] = []
  }
  /// In the order in which they began.
  @exclusivity(unchecked)
  private var tellings: [Telling] = []
  private var lastTelling: UInt64 = 0

  /// True if nothing is to be done. Kept, as every action asks for it.
  @exclusivity(unchecked)
  private(set) var isEmpty = true

  private func noteChange() {
    isEmpty =
      freed.isEmpty && calls.isEmpty && reports.isEmpty && gate?.admitted.isEmpty ?? true
  }

  /// Has a task go on that waited for room, or for a commit to be there, and not for what follows from it.
  func resume(_ continuation: UnsafeContinuation<Void, Never>) {
    guard let gate else { return freed.append(continuation) }
    gate.admitted.append(continuation)
    isEmpty = false
  }

  /// True if anything waits for the end of actions, or is to be reported.
  var isAnyGated: Bool { !freed.isEmpty || !settled.isEmpty || !reports.isEmpty }

  /// Takes what waits for the end of actions, and what is to be reported.
  func takeGated() -> ExitGate.Exits {
    defer { (freed, settled, reports) = ([], [], []) }
    return ExitGate.Exits(freed: freed, settled: settled, reports: reports)
  }

  /// Has something reported in this thread once it has let go of the lock. Who waits for the end of an action goes on when
  /// that is done.
  func report(_ body: @escaping () -> Void) { reports.append(body) }

  /// Takes what is to be called: the calls, and then the reports.
  func takeCalls() -> [() -> Void] {
    if calls.isEmpty, reports.isEmpty { return [] }
    defer { (calls, reports) = ([], []) }
    return calls + reports
  }

  // MARK: - Telling

  /// True if a thread tells what follows commits that are over.
  var isTelling: Bool { !tellings.isEmpty }

  /// A thread is about to tell. Returns the number for `endTelling(_:)`, which it calls whatever comes.
  func beginTelling() -> UInt64 {
    lastTelling += 1
    tellings.append(Telling(number: lastTelling))
    hold()
    return lastTelling
  }

  /// A thread has told what it had to. Returns the tasks and effects that go on now: none where those who waited for it
  /// wait for what is told since before.
  func endTelling(
    _ number: UInt64
  ) -> (freed: [UnsafeContinuation<Void, Never>], settled: [EmitTicket]) {
    guard let index = tellings.firstIndex(where: { $0.number == number }) else {
      preconditionFailure("what a thread tells ends once")
    }
    let ended = tellings.remove(at: index)
    if index == 0 { return (ended.freed, ended.settled) }
    tellings[index - 1].freed += ended.freed
    tellings[index - 1].settled += ended.settled
    return ([], [])
  }

  /// Has those who might go on wait for all that is being told.
  func hold() {
    guard let last = tellings.indices.last, !freed.isEmpty || !settled.isEmpty else { return }
    tellings[last].freed += freed
    tellings[last].settled += settled
    (freed, settled) = ([], [])
  }
}
