/// The user code that a host session calls for while it holds its lock: run once the lock is free.
///
/// Cancellations come first, so that nobody is resumed who does not know yet.
package struct DeferredWork {
  private var cancellations = EffectCancellations()
  private var calls: [() -> Void] = []
  private var waiters: [UnsafeContinuation<Void, Never>] = []
  /// Hosts that have ended: their states are freed with the work.
  private var hosts: [AnyHost] = []

  mutating func add(_ other: DeferredWork) {
    cancellations.append(contentsOf: other.cancellations)
    calls += other.calls
    waiters += other.waiters
    hosts += other.hosts
  }

  mutating func add(_ cancellations: EffectCancellations) {
    self.cancellations.append(contentsOf: cancellations)
  }

  /// Adds a call, which is made behind the cancellations and those added before.
  mutating func add(call: @escaping () -> Void) {
    calls.append(call)
  }

  /// Adds effects that wait in `send`, and need not any longer.
  mutating func add(resuming waiters: [UnsafeContinuation<Void, Never>]) {
    self.waiters += waiters
  }

  mutating func add(freeing host: AnyHost) {
    hosts.append(host)
  }

  /// Does everything once. Called without a lock.
  package func run() {
    cancellations.run()
    for call in calls { call() }
    for waiter in waiters { waiter.resume() }
  }
}
