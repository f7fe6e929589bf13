import PandoHosting
import Synchronization

// For hosts, with the lock held.
extension HostSession {
  func write(_ message: WorkerMessage) {
    outlet.locked { $0.write(message) }
  }

  @inline(__always)
  func write(_ heading: ActionHeading, _ result: HostedResult) {
    outlet.locked { $0.write(heading, result) }
  }

  /// Changes the effects of a host; what that brings about runs once the session's lock is free.
  func change<Result>(
    _ effects: HostEffects, _ body: (SessionOutlet.Output) -> Result
  ) -> Result {
    let (result, work) = outlet.locked { output in
      let result = body(output)
      return (result, effects.takeWork(output))
    }
    if let work { deferLater { $0.add(work) } }
    return result
  }

  /// Notes what actions of one kind took. The client is told behind a batch, not here: an effect's thread has nobody send
  /// what it did not add itself.
  func spend(_ sample: ActionSample, on action: String, of feature: String) {
    untoldCosts.add(sample, of: action, feature)
  }

  /// Tells the client what it has not heard of, unless a reducer runs. Returns whether there is something to send. For the
  /// driver.
  package func tellCosts() -> Bool {
    mutex.withLockIfAvailable { _ in writeCosts() } ?? false
  }

  /// Tells the client what it has not heard of. Returns whether that was something.
  @discardableResult
  func writeCosts() -> Bool {
    guard let costs = untoldCosts.take() else { return false }
    write(.spent(costs))
    return true
  }
}
