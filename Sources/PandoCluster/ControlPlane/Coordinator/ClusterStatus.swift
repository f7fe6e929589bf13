public import PandoHosting

/// The members of a cluster, as its coordinator sees them.
public struct ClusterStatus: Hashable, Codable, Sendable {
  /// The coordinator that answers.
  public struct Coordinator: Hashable, Codable, Sendable {
    /// Where it listens.
    public var endpoint: String
    /// Its process, on its machine.
    public var processID: Int32
    /// The time for which it has been listening.
    public var uptimeMilliseconds: Int
    /// The version of the program that it is part of.
    public var version: String
    /// True if it leads those that share its registry.
    public var leads = true
  }

  /// A worker that has joined and is not known to be dead.
  public struct Worker: Hashable, Codable, Sendable {
    /// The usability of a worker.
    public enum State: String, Hashable, Codable, Sendable {
      /// Features are placed on it.
      case ready
      /// A client could not reach it; it gets nothing before its next beat.
      case suspect
      /// It is going out of service: it gets nothing, and what it has moves to others.
      case draining
    }

    /// Names it until it leaves or is taken for dead.
    public var id: String
    /// Its name for people, which need not be unique.
    public var name: String
    /// Where clients reach it.
    public var endpoint: String
    /// Its process, on its machine.
    public var processID: Int32
    /// Its machine.
    public var hostName: String
    /// The time since it joined.
    public var ageMilliseconds: Int
    /// The time since it was last heard of.
    public var silenceMilliseconds: Int
    /// Hosted instances, those that were placed since its last beat included.
    public var lanes: Int
    /// The number of actions that it reduces in a second, by its last beat.
    public var actionsPerSecond: Double
    /// The features that it hosts.
    public var features: [FeatureDescriptor]
    /// The usability of the worker.
    public var state: State
    /// The time that effects of a worker which drains may still take; nil for one that does not.
    public var drainMillisecondsLeft: Int?
    /// The labels by which children ask for it, in order.
    public var labels: [String] = []
    /// The number of hosted instances that it is to have at most; nil for any.
    public var lanesAtMost: Int?
    /// The build of its program; nil where it does not say.
    public var build: String?
    /// The part of the processors that it may use which is busy, by whichever process, and of the memory which is taken;
    /// nil where it does not say. Above 0.95 it takes new children last.
    public var processorUse: Double?
    /// See `processorUse`.
    public var memoryUse: Double?
    /// The share of new children that it takes (`--weight`); nil where it takes them by its load.
    public var share: Double?
    /// The public key that is met at its endpoint, in 40 characters; nil over ipc, and where the coordinator does not
    /// say it. It is believed where the keyring of whoever asks has it with the role `worker`.
    public var publicKey: String?
    /// True while nobody new can connect to it: its socket is gone, or another process has its address.
    public var isAddressLost: Bool?
    /// The time of processors that its own process takes, as a number of them: 0.5 is half of one. Nil where it does not
    /// say.
    public var processUse: Double?
    /// The memory of its own process; nil where it does not say.
    public var residentBytes: Int?
    /// True where its beats have stopped for longer than they may be late: it is stopped, or cannot be reached, and is
    /// taken for dead if it goes on. Nil where it beats at another coordinator than the one that answers.
    public var isSilent: Bool?
    /// The time by which its clock is ahead of its coordinator's, below zero where it is behind; nil where it does not
    /// say.
    public var clockAheadMilliseconds: Int?

    /// Its usability in one word, as people are told of it.
    package var standing: String { state == .ready && isSilent == true ? "silent" : state.rawValue }
  }

  /// A coordinator, as those that share its registry see it.
  public struct Member: Hashable, Codable, Sendable {
    /// Where it listens.
    public var endpoint: String
    /// Its process, on its machine.
    public var processID: Int32
    /// Its machine.
    public var hostName: String
    /// The version of the program that it is part of.
    public var version: String

    init(_ card: CoordinatorCard) {
      endpoint = card.endpoint
      processID = card.processID
      hostName = card.hostName
      version = card.version
    }
  }

  /// The place where the workers are registered.
  public struct Registry: Hashable, Codable, Sendable {
    /// The kind of registry: `memory`, or `etcd`.
    public var kind = "memory"
    /// Where it is; nil in the memory of the coordinator.
    public var location: String?
    /// True while it does not answer: what is shown may be old.
    public var isAway = false
    /// The coordinator that leads; nil while none does.
    public var leader: Member?
    /// Names the leader's time in office; 0 in memory.
    public var term: Int64 = 0
    /// The coordinators that share it.
    public var coordinators: [Member] = []
    /// The features that are hosted, or were not long ago; none in memory, which forgets them.
    public var features: [FeatureDescriptor] = []
  }

  /// The coordinator that answers.
  public var coordinator: Coordinator
  /// Where it keeps the workers.
  public var registry = Registry()
  /// In the order in which they joined.
  public var workers: [Worker]
  /// The things that are wrong, or went wrong within the last hour as far as the coordinator that answers saw it, the
  /// worst first: 64 at most.
  public var problems: [ClusterProblem] = []
  /// The number of problems beyond those.
  public var problemsLeftOut: Int?
}
