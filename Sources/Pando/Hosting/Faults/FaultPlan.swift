/// Which failures the workers of a store have, and when.
///
/// A plan counts steps: in each, one worker that has something to do takes in what was sent to it and
/// gives back its answers. No time passes in a step, and a plan does the same in every run of a test
/// whose effects wait for nothing but clocks of the test and the store.
public struct FaultPlan: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case listed([Int: HostingFault])
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
  ///   - faults: The failures by step. They happen whatever is lost by them.
  ///   - workers: How many workers take turns in hosting features.
  public init(_ faults: [Int: HostingFault], workers: Int = 1) {
    self.init(kind: .listed(faults), workers: workers)
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

extension FaultPlan: CustomStringConvertible {
  /// As it is written in a program.
  public var description: String {
    switch kind {
    case .listed(let faults):
      if faults.isEmpty { return ".none" }
      let list = faults.sorted { $0.key < $1.key }.map { "\($0.key): .\($0.value)" }
      return "FaultPlan([\(list.joined(separator: ", "))], workers: \(workerCount))"
    case .random(let seed, let losingEffects):
      let losing = losingEffects ? ", losingEffects: true" : ""
      let workers = workerCount == 2 ? "" : ", workers: \(workerCount)"
      return ".random(seed: \(seed)\(losing)\(workers))"
    }
  }
}
