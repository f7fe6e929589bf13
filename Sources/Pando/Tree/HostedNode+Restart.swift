extension HostedNode {
  /// Tells the feature that the store's process ended, and with it the effects that ran.
  var restarting: Effect<Action> {
    let loss = HostedLoss(worker: "", cause: .restarted, blame: .innocent)
    return interrupted.map { .send($0(loss)) } ?? .none
  }
}
