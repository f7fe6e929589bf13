import PandoHosting

/// The parameters of `.hosted()`, as far as lanes need them.
struct LaneOptions {
  let order: HostedOrder
  let timeoutMilliseconds: Int
  /// True if a child that no worker can host goes on in the client's process.
  let fallsBackToProcess: Bool
  /// The lanes from which this one is kept apart, or with which it is kept together.
  var group: LaneGroup?

  init(order: HostedOrder = .asSent, timeout: Duration, fallsBackToProcess: Bool) {
    self.order = order
    self.fallsBackToProcess = fallsBackToProcess
    let milliseconds = timeout / .milliseconds(1)
    timeoutMilliseconds = Int(max(1, min(milliseconds, Self.longestMilliseconds)))
  }

  /// A day: longer is as good as never.
  private static let longestMilliseconds: Double = 86_400_000
}
