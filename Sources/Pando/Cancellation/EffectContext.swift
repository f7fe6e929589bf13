import CBlackBox

/// The requests that a running effect can make of the store or host that runs it.
struct EffectContext: Sendable {
  @TaskLocal static var current: EffectContext?

  /// The name of the effect for the black box of a worker, which reads it from the beginning of the value.
  private let job: pando_effect
  /// The effect's number in its registry.
  let effect: UInt64
  let executor: (any TaskExecutor)?
  /// The part of the effect that asks, where it can be cancelled by itself.
  private(set) var section: UInt64?
  /// True while the effect sends an action that has waited, which it was the one to send: that goes through even where
  /// another that is throttled as it is takes its place meanwhile.
  private(set) var sendsDue = false
  /// Dismisses the feature that the effect belongs to; nil when nothing presents it here.
  let dismiss: (@Sendable () async -> Void)?
  private let runner: any EffectRunner

  init(
    effect: UInt64, executor: (any TaskExecutor)?, runner: any EffectRunner,
    dismiss: (@Sendable () async -> Void)?, job: pando_effect = pando_effect()
  ) {
    self.job = job
    self.effect = effect
    self.dismiss = dismiss
    self.executor = executor
    self.runner = runner
  }

  /// Registers a part of the effect that can be cancelled by itself; nil when the effect is over. Where the effect, or
  /// the part that asks, was cancelled, it takes nobody's place: if it was to cancel others, it is cancelled itself.
  func begin(
    _ id: CancelID, _ inFlight: InFlight, cancel: @escaping @Sendable () -> Void
  ) -> UInt64? {
    runner.beginSection(of: effect, in: section, under: id, inFlight, cancel: cancel)
  }

  func end(_ section: UInt64) {
    runner.endSection(section)
  }

  /// The same for a part of the effect, as it was registered.
  func inside(_ section: UInt64) -> EffectContext {
    var context = self
    context.section = section
    return context
  }

  /// The same for an action that has waited.
  var sendingDue: EffectContext {
    var context = self
    context.sendsDue = true
    return context
  }

  /// Makes the effect the owner of the state that throttled effects under an identity share, in the feature that
  /// the effect belongs to; nil when the effect or the part that asks is over, or was cancelled.
  ///
  /// - Parameter next: Given the state that they share so far, returns that or what takes its place.
  func throttle(
    _ id: CancelID, next: ((any Throttling)?) -> any Throttling
  ) -> ThrottleShare? {
    runner.throttle(id, of: effect, section, next: next)
  }

  /// Cancels what runs under an identity in the feature that the effect belongs to, or below it.
  func cancel(_ id: CancelID) {
    runner.cancel(id, of: effect)
  }
}

/// A store or a host. Each call takes its lock.
protocol EffectRunner: AnyObject, Sendable {
  func beginSection(
    of effect: UInt64, in outer: UInt64?, under id: CancelID, _ inFlight: InFlight,
    cancel: @escaping @Sendable () -> Void
  ) -> UInt64?
  func endSection(_ section: UInt64)
  func cancel(_ id: CancelID, of effect: UInt64)
  func throttle(
    _ id: CancelID, of effect: UInt64, _ section: UInt64?,
    next: ((any Throttling)?) -> any Throttling
  ) -> ThrottleShare?
}
