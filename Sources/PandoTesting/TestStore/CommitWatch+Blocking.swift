import Dispatch
import Pando

extension CommitWatch {
  /// Blocks the thread until `isDone`, which is asked with the engine's lock held, or until the time is
  /// over.
  ///
  /// It is for what other threads bring about: what workers in other processes say is handled on
  /// threads of their own. It returns at once inside a call of the engine, which nobody else can
  /// enter meanwhile.
  func block(for timeout: Duration, until isDone: @escaping @Sendable () -> Bool) {
    if engine.isLockedHere || locked(isDone) { return }
    let semaphore = DispatchSemaphore(value: 0)
    guard let number = addWaiter(isDone, { _ in semaphore.signal() }) else { return }
    let (seconds, attoseconds) = timeout.components
    let time = DispatchTime.now() + (Double(seconds) + Double(attoseconds) / 1e18)
    if semaphore.wait(timeout: time) == .timedOut { give(up: number) }
  }
}
