import PandoHosting

/// The costs of a hosted feature: of all its children in a store, those that have gone included.
public struct FeatureLedger: Codable, Hashable, Sendable {
  /// The cost of actions of one kind.
  public struct Action: Codable, Hashable, Sendable {
    /// The case of the action.
    public internal(set) var name: String
    /// The number of times that workers have reduced it, by samples.
    public internal(set) var count: UInt64
    /// The processor time that its reducers took on workers, by samples.
    public internal(set) var processorTime: Duration
  }

  /// The name of the feature.
  public internal(set) var feature: String
  /// Actions that have committed, or failed.
  public internal(set) var commitCount: UInt64
  /// The number of times that what was reduced ahead was thrown away, and dispatched again.
  public internal(set) var squashCount: UInt64
  /// Bytes of actions that were dispatched to workers, those that were dispatched again included.
  public internal(set) var sentBytes: UInt64
  /// Bytes of workers' answers.
  public internal(set) var receivedBytes: UInt64
  /// The costs of its actions on workers, by processor time, the largest first. Empty where all runs in this process.
  public internal(set) var actions: [Action]

  /// The processor time of all its reducers on workers, by samples. That of effects is not known apart: see
  /// ``HostedWorker/processorTime``.
  public var processorTime: Duration { actions.reduce(.zero) { $0 + $1.processorTime } }
}

extension FeatureLedger {
  init(_ feature: String, _ figures: HostingFigures.Feature) {
    self.feature = feature
    commitCount = figures.committed
    squashCount = figures.squashes
    sentBytes = figures.dispatchedBytes
    receivedBytes = figures.answeredBytes
    actions = figures.costs.map { name, cost in
      Action(
        name: name, count: cost.count,
        processorTime: .nanoseconds(Int64(clamping: cost.nanoseconds)))
    }.sorted { ($1.processorTime, $0.name) < ($0.processorTime, $1.name) }
  }
}

/// The costs of actions as workers have told of them, by feature and case. A worker is not believed more than there is
/// room for: features that the store has not hosted, and more cases than a person could look at, are not kept apart.
package struct CostLedger {
  package struct Cost: Sendable {
    package var count: UInt64 = 0
    package var nanoseconds: UInt64 = 0

    fileprivate mutating func add(_ cost: ActionCost) {
      count = count.addingSaturated(cost.count)
      nanoseconds = nanoseconds.addingSaturated(cost.nanoseconds)
    }
  }

  /// The number of cases of a feature that are kept.
  static let casesAtMost = 256

  private(set) var features: [String: [String: Cost]] = [:]

  /// Notes a feature that is hosted.
  mutating func note(_ feature: String) {
    if features[feature] == nil { features[feature] = [:] }
  }

  /// Adds what a worker has told.
  mutating func add(_ costs: [ActionCost]) {
    for cost in costs {
      guard let cases = features[cost.feature] else { continue }
      let isKept = cases[cost.action] != nil || cases.count < Self.casesAtMost
      let name = isKept ? cost.action : "others"
      features[cost.feature]?[name, default: Cost()].add(cost)
    }
  }
}

extension UInt64 {
  fileprivate func addingSaturated(_ other: UInt64) -> UInt64 {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }
}
