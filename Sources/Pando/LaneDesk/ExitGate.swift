import PandoHosting

/// Holds back what leaves a store until the commits that it follows from are durable. Guarded by the store's lock.
///
/// All that leaves passes it: starts and cancellations of effects here and on workers, the end of a child there, tasks that
/// wait for an action, files of failures. What comes while a group of commits is written belongs to the next group, and
/// leaves with that; where every commit is durable, it leaves at once. What a store shows of its state does not pass it:
/// observers and readers see a commit as it is made.
final class ExitGate {
  /// A thing that is to happen, in its order among others.
  enum Exit {
    /// The task of an effect here starts.
    case start(() -> Void)
    /// A worker is told, unless it has lost the lane since.
    case message(AnyLane, life: UInt64, ClientMessage)
  }

  /// The things that leave together.
  struct Exits {
    var exits: [Exit] = []
    var freed: [UnsafeContinuation<Void, Never>] = []
    var settled: [EmitTicket] = []
    var reports: [() -> Void] = []
    var cancellations = EffectCancellations()
    /// The tasks that wait for nothing but that all is durable.
    var flushes: [UnsafeContinuation<Void, Never>] = []

    var isEmpty: Bool {
      exits.isEmpty && freed.isEmpty && settled.isEmpty && reports.isEmpty
        && cancellations.isEmpty && flushes.isEmpty
    }

    mutating func add(_ others: Exits) {
      exits += others.exits
      freed += others.freed
      settled += others.settled
      reports += others.reports
      cancellations.append(contentsOf: others.cancellations)
      flushes += others.flushes
    }
  }

  /// The exits that came since a group was handed over last.
  private var open = Exits()
  /// The exits that wait for the group that is being written; nil while none is.
  private var written: Exits?
  /// The tasks that go on whatever is durable: they wait for room, or for a commit to be there.
  var admitted: [UnsafeContinuation<Void, Never>] = []

  /// True while a group is being written.
  var isWriting: Bool { written != nil }

  /// True if something has come since a group was handed over last.
  var isAnyOpen: Bool { !open.isEmpty }

  func add(_ exit: Exit) { open.exits.append(exit) }

  func add(_ exits: Exits) { open.add(exits) }

  func add(reports: [() -> Void]) { open.reports += reports }

  func add(_ cancellations: EffectCancellations) {
    open.cancellations.append(contentsOf: cancellations)
  }

  func add(flush continuation: UnsafeContinuation<Void, Never>) {
    open.flushes.append(continuation)
  }

  /// Returns the tasks that wait until all is durable, which it never will be.
  func takeFlushes() -> [UnsafeContinuation<Void, Never>] {
    defer {
      open.flushes = []
      written?.flushes = []
    }
    return (written?.flushes ?? []) + open.flushes
  }

  /// Returns all that waits.
  func takeAll() -> Exits {
    var all = endWriting()
    all.add(takeOpen())
    return all
  }

  /// Returns what need not wait any longer, as all that has committed is durable.
  func takeOpen() -> Exits {
    defer { open = Exits() }
    return open
  }

  /// A group is handed over; what came until now waits for it.
  func beginWriting() {
    precondition(written == nil, "one group is written at a time")
    written = takeOpen()
  }

  /// The group is durable. Returns what may leave now.
  func endWriting() -> Exits {
    defer { written = nil }
    return written ?? Exits()
  }
}
