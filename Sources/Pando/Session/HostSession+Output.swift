import PandoHosting

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

  /// Notes what actions of one kind took, and tells the client now and then.
  func spend(
    _ cost: (count: UInt64, nanoseconds: UInt64), on action: String, of feature: String
  ) {
    if let costs = untoldCosts.add(cost, of: action, feature) { write(.spent(costs)) }
  }

  /// Tells the client what it has not heard of yet.
  func tellCosts() {
    if let costs = untoldCosts.take() { write(.spent(costs)) }
  }
}
