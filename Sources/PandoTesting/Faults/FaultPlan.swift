import Pando

/// Which failures the workers of a store have, and when.
///
/// A plan counts steps: in each, one worker that has something to do takes in what was sent to it and
/// gives back its answers. No time passes in a step, and a plan does the same in every run of a test
/// whose effects wait for nothing but clocks of the test and the store.
public struct FaultPlan: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case listed([Int: HostingFault], losingEffects: Bool)
    case random(seed: UInt64, losingEffects: Bool)
  }

  let kind: Kind
  let workerCount: Int

  private init(kind: Kind, workers: Int) {
    precondition(workers > 0, "a plan has at least one worker")
    self.kind = kind
    workerCount = workers
  }

  /// One failure at each of some steps, the first of which is 1.
  ///
  /// - Parameters:
  ///   - faults: The failures by step.
  ///   - losingEffects: Whether workers may die while effects run on them. If false, a worker that
  ///     runs effects at such a step lives on.
  ///   - workers: How many workers take turns in hosting features.
  public init(
    _ faults: [Int: HostingFault], losingEffects: Bool = true, workers: Int = 1
  ) {
    self.init(kind: .listed(faults, losingEffects: losingEffects), workers: workers)
  }

  /// No failures.
  public static let none = FaultPlan([:])

  /// Failures that a seed decides.
  ///
  /// - Parameters:
  ///   - seed: The same seed gives the same failures; issues of the test name it.
  ///   - losingEffects: Whether workers may die while effects run on them. A feature is told of that,
  ///     by an action that the test must expect. Left out, a test passes under every seed if it
  ///     passes without failures.
  ///   - workers: How many workers take turns in hosting features.
  public static func random(
    seed: UInt64, losingEffects: Bool = false, workers: Int = 2
  ) -> FaultPlan {
    FaultPlan(kind: .random(seed: seed, losingEffects: losingEffects), workers: workers)
  }
}

extension FaultPlan {
  /// The number of workers that take turns in hosting features.
  package var workers: Int { workerCount }

  /// True if workers may die while effects run on them.
  package var mayLoseEffects: Bool {
    switch kind {
    case .listed(_, let losingEffects), .random(_, let losingEffects): losingEffects
    }
  }

  /// True if a worker dies whatever is lost by it.
  package var losesEffects: Bool {
    mayLoseEffects && listedFaults?.values.contains(.kill) != false
  }

  /// The failures by step; nil where a seed decides them.
  package var listedFaults: [Int: HostingFault]? {
    switch kind {
    case .listed(let faults, _): faults
    case .random: nil
    }
  }
}

extension FaultPlan: CustomStringConvertible {
  /// As it is written in a program.
  public var description: String {
    switch kind {
    case .listed(let faults, let losingEffects):
      if faults.isEmpty, workerCount == 1 { return ".none" }
      let list = faults.sorted { $0.key < $1.key }.map { "\($0.key): .\($0.value)" }
      let text = list.isEmpty ? ":" : list.joined(separator: ", ")
      let losing = losingEffects ? "" : ", losingEffects: false"
      return "FaultPlan([\(text)]\(losing), workers: \(workerCount))"
    case .random(let seed, let losingEffects):
      let losing = losingEffects ? ", losingEffects: true" : ""
      let workers = workerCount == 2 ? "" : ", workers: \(workerCount)"
      return ".random(seed: \(seed)\(losing)\(workers))"
    }
  }
}
