import PandoHosting

/// The parameters of one `.hosted()`, as far as its lanes need them: one object for all of them, as each
/// lane's memory counts.
final class LaneOptions {
  /// The number of the operator in its tree.
  let site: Int
  let feature: any HostedFeature
  let isPresented: Bool
  let order: HostedOrder
  let timeoutMilliseconds: Int
  /// True if a child that no worker can host goes on in the client's process.
  let fallsBackToProcess: Bool
  /// Where it was written.
  let location: OperatorLocation

  init(
    site: Int, feature: any HostedFeature, isPresented: Bool, order: HostedOrder,
    timeout: Duration, fallsBackToProcess: Bool, location: OperatorLocation
  ) {
    self.site = site
    self.feature = feature
    self.isPresented = isPresented
    self.order = order
    self.fallsBackToProcess = fallsBackToProcess
    self.location = location
    let milliseconds = timeout / .milliseconds(1)
    timeoutMilliseconds = Int(max(1, min(milliseconds, Self.longestMilliseconds)))
  }

  /// A day: longer is as good as never.
  private static let longestMilliseconds: Double = 86_400_000
}
