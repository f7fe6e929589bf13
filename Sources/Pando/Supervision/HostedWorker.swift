/// A worker process, as the store that uses it sees it.
public struct HostedWorker: Hashable, Sendable {
  /// Where a worker is in its life.
  public enum State: Hashable, Sendable {
    /// It was started, or connected to, and has not answered yet.
    case starting

    /// It hosts children.
    case ready

    /// It is going out of service: its children move to other workers.
    case draining

    /// It has ended, and another takes its place soon.
    case restarting

    /// It is not started again, for the reason given in words.
    case failed(reason: String)
  }

  /// The worker's name in messages.
  public let name: String

  /// Where it is in its life.
  public let state: State

  /// Nil until it has answered.
  public let processID: Int32?

  /// The number of hosted children that it has.
  public let childCount: Int

  /// The number of actions that it reduced and that have committed since it was started.
  public let commitCount: UInt64

  /// The number of workers that had its place before and were lost.
  public let restartCount: Int

  /// The way in which the last of them was lost, or why the last one that was started has ended before it was ready,
  /// in words.
  public let lastProblem: String?

  /// The rights of the features that it hosts; nil where it has those of the program, or of whoever started it.
  public let sandbox: Sandbox?

  /// The parts of its sandbox that the kernel does not enforce, in words; empty where it enforces all.
  public let unenforced: [String]

  /// The time that its threads have had on processors; nil where this process did not start it, or it is not ready.
  public let processorTime: Duration?

  /// The bytes of memory that it has in use; nil as above.
  public let residentBytes: Int?

  /// True if this process started it, so that its process is one of this machine.
  package let isSpawned: Bool

  /// A worker with these figures.
  package init(
    name: String, state: State, processID: Int32?, childCount: Int, commitCount: UInt64,
    restartCount: Int = 0, lastProblem: String? = nil, sandbox: Sandbox? = nil,
    unenforced: [String] = [], processorTime: Duration? = nil, residentBytes: Int? = nil,
    isSpawned: Bool = false
  ) {
    self.name = name
    self.state = state
    self.processID = processID
    self.childCount = childCount
    self.commitCount = commitCount
    self.restartCount = restartCount
    self.lastProblem = lastProblem
    self.sandbox = sandbox
    self.unenforced = unenforced
    self.processorTime = processorTime
    self.residentBytes = residentBytes
    self.isSpawned = isSpawned
  }
}
