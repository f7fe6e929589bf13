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
  let effectLimits: EffectLimits
  /// True if a child that no worker can host goes on in the client's process.
  let fallsBackToProcess: Bool
  /// Where it was written.
  let location: OperatorLocation

  init(
    site: Int, feature: any HostedFeature, isPresented: Bool, order: HostedOrder,
    timeout: Duration, effectLimits: EffectLimits, fallsBackToProcess: Bool,
    location: OperatorLocation
  ) {
    self.site = site
    self.feature = feature
    self.isPresented = isPresented
    self.order = order
    self.fallsBackToProcess = fallsBackToProcess
    self.location = location
    self.effectLimits = effectLimits
    timeoutMilliseconds = timeout.milliseconds(atMost: Self.longestMilliseconds)
  }

  /// A day: longer is as good as never.
  private static let longestMilliseconds = 86_400_000
}

extension EffectLimits {
  /// The parameters of one `.hosted()`, which may be of any length.
  init(cancellationTimeout: Duration, effectTimeout: Duration?) {
    self.init(
      cancellationMilliseconds: cancellationTimeout.milliseconds(atMost: .max >> 16),
      effectMilliseconds: effectTimeout?.milliseconds(atMost: .max >> 16))
  }
}

extension Duration {
  /// Its whole milliseconds, one at least.
  fileprivate func milliseconds(atMost limit: Int) -> Int {
    Int(max(1, min(self / .milliseconds(1), Double(limit))))
  }
}
