package import PandoCluster

/// Everything that a status page shows, as its reader gets it: one JSON document.
///
/// Times are points of the wall clock in milliseconds from 1970, not spans, so that a document in which nothing
/// has happened equals the one before.
package struct PageDocument: Hashable, Codable, Sendable {
  /// The kind of process that serves the page.
  package enum Kind: String, Hashable, Codable, Sendable {
    case coordinator
    case program
  }

  package var kind: Kind
  /// True if workers can be drained from the page, with a token.
  package var hasOperator = false
  package var process: Process
  /// The things that are wrong, or went wrong within the last hour, the worst first.
  package var problems: [Problem] = []
  /// The number of problems beyond those.
  package var problemsLeftOut: Int?
  package var registry: Registry?
  package var workers: [Worker] = []
  package var features: [Feature] = []
  /// The hosted children of a program's store; nil of a coordinator, which knows their number alone.
  package var children: [Child]?
  /// The number of children that are not among them, as there are too many.
  package var childrenLeftOut: Int?
  /// The costs of a program's hosted features, by action, the largest first; nil of a coordinator.
  package var costs: [Cost]?
  /// The last commits of a program's store, oldest first; nil of a coordinator.
  package var commits: [Commit]?
  /// The last commit in a store's journal; nil without one.
  package var lastCommit: UInt64?
  /// The lanes of a coordinator's workers, as these told while somebody looked.
  package var lanes: LaneStatus?
  /// Newest first.
  package var events: [Event] = []
  package var history = History()

  /// The process that serves the page.
  package struct Process: Hashable, Codable, Sendable {
    /// Where it listens, or its name.
    package var name: String
    package var processID: Int32
    package var host: String
    package var version: String
    package var startedAt: Int
  }

  /// Something that is wrong, or was not long ago.
  package struct Problem: Hashable, Codable, Sendable {
    package var severity: ClusterProblem.Severity
    package var subject: String
    package var text: String
    package var advice: String
    /// When it began; when it happened last, where it happened several times or is over.
    package var since: Int
    package var count: Int
  }

  /// The place where the workers are registered.
  package struct Registry: Hashable, Codable, Sendable {
    package var kind: String
    package var location: String?
    package var isAway: Bool
    package var leader: String?
    package var leadsHere: Bool
    package var term: Int64
    package var coordinators: [String]
  }

  /// A worker process.
  package struct Worker: Hashable, Codable, Sendable {
    package var id: String
    package var name: String
    package var state: String
    package var endpoint: String?
    package var host: String?
    package var processID: Int32?
    package var joinedAt: Int?
    /// When it was last heard of; nil while it beats in time.
    package var silentSince: Int?
    package var children: Int
    package var childrenAtMost: Int?
    package var actionsPerSecond: Int?
    package var labels: [String] = []
    package var build: String?
    package var share: Double?
    package var drainEndsAt: Int?
    package var features: [String] = []
    /// The number of workers that had its place before and were lost.
    package var restarts: Int?
    package var commits: Int?
    package var problem: String?
    /// The rights of what it hosts, in words, and those that the kernel does not enforce.
    package var sandbox: String?
    /// The processor time that it has used, in whole seconds, and its memory in whole MiB: others change at each look.
    package var processorSeconds: Int?
    package var residentMebibytes: Int?
  }

  /// A feature that workers host. Workers of different builds may host one name with different shapes.
  package struct Feature: Hashable, Codable, Sendable {
    package var name: String
    package var state: String
    package var action: String
    package var workers: Int
  }

  /// The cost of a hosted feature's actions of one kind, by samples.
  package struct Cost: Hashable, Codable, Sendable {
    package var feature: String
    package var action: String
    package var count: Int
    package var milliseconds: Int
  }

  /// Something that happened.
  package struct Event: Hashable, Codable, Sendable {
    /// The importance of an event.
    package enum Weight: String, Hashable, Codable, Sendable {
      case plain, warning, loss
    }

    package var number: Int
    package var at: Int
    package var weight: Weight
    package var subject: String
    package var text: String
  }
}
