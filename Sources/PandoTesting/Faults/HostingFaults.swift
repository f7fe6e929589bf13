import IssueReporting
public import Pando

/// Makes the workers of one store fail, by a plan or at moments that a test chooses.
///
/// A ``TestStore`` has one. For another store, make one and let its features run there:
///
/// ```swift
/// let faults = HostingFaults(.random(seed: 7))
/// let store = Store(initialState: Game.State()) { Game() } withDependencies: {
///   $0.hosting = .faulty(faults)
/// }
/// faults.killWorker()
/// ```
///
/// Whatever fails, the state is what it would be without: the store holds what has committed, and
/// what had not is reduced again elsewhere. Only effects can be lost, with the worker that runs them.
public final class HostingFaults: Sendable {
  /// The failures that come by themselves.
  public let plan: FaultPlan

  /// Runs the steps of workers and, of a test's store, the effects.
  let queue: EffectQueue
  package let backend: LoopbackBackend
  let driver: FaultDriver

  /// Failures for one store.
  public convenience init(_ plan: FaultPlan = .none) {
    self.init(plan, executor: nil)
  }

  /// Failures for one store whose workers and effects run on `executor`, which decides when; nil has
  /// them run on a queue.
  package init(_ plan: FaultPlan, executor: (any TaskExecutor)?) {
    self.plan = plan
    let queue = EffectQueue()
    self.queue = queue
    let executor = executor ?? queue
    let driver = FaultDriver(plan, executor: executor)
    self.driver = driver
    backend = LoopbackBackend(
      workers: plan.workerCount,
      pace: .inSteps(executor: executor) { driver.scheduleStep(of: $0) })
  }

  /// Ends the workers at once, with all that they run. Features with something to do have moved to new
  /// workers when this returns, the others move with their next action; those that lost effects are told
  /// next.
  public func killWorker() {
    driver.killWorkers(of: backend)
  }

  /// Lets nothing reach the workers, and nothing come back, until ``heal()``.
  ///
  /// Do not wait for a hosted feature meanwhile: what is sent to it does not commit.
  public func cutOff() {
    driver.cutOff()
  }

  /// Ends what ``cutOff()`` began; what was under way arrives.
  public func heal() {
    driver.heal(backend)
  }

  /// Brings a failure about in a step to come, whatever is lost by it.
  ///
  /// - Parameters:
  ///   - fault: The failure, of the worker whose step it is.
  ///   - steps: Which step: 1 is the next.
  public func schedule(_ fault: HostingFault, afterSteps steps: Int = 1) {
    precondition(steps > 0, "the next step is the first that can fail")
    driver.add(fault, afterSteps: steps)
  }

  /// The number of steps so far.
  public var stepCount: Int { driver.stepCount }

  /// The failures so far, in order.
  public var events: [String] { driver.events }
}

extension Hosting {
  /// In this process, on workers that fail when they are told to.
  ///
  /// - Parameter faults: What brings the failures about; it serves one store.
  public static func faulty(_ faults: HostingFaults) -> Hosting {
    var hosting = Hosting { faults.backend }
    hosting.faults = faults
    return hosting
  }
}
