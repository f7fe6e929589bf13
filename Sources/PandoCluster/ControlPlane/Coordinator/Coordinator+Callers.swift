import PandoHosting
import ZeroMQ

// Who may ask for what.
extension Coordinator {
  /// Returns the caller's key, or nil where the system knows it. Throws `ControlError.refused` when it may
  /// not do what it asks for.
  @discardableResult
  func require(_ deed: KeyDeed) throws(ControlError) -> CurveKey? {
    guard let caller = Caller.current else { return nil }
    do throws(Refusal) {
      try caller.require(deed, in: keys?.keyring)
    } catch {
      reporter.report(error)
      throw .refused(reporter.text(error))
    }
    return caller.key
  }

  /// Returns whether the caller may do something, besides what it asks for. Nothing is told where it may not.
  func may(_ deed: KeyDeed) -> Bool {
    guard let caller = Caller.current else { return true }
    return (try? caller.require(deed, in: keys?.keyring)) != nil
  }

  /// Returns whether the one with this key may speak for a worker: not where the worker joined with
  /// another key.
  func isOwn(_ id: WorkerID, _ key: CurveKey?) -> Bool {
    guard let key, let record = registry.workers.workers[id]?.record else { return true }
    return record.key == key.z85
  }

  /// Returns that a worker with another key has the endpoint, and lives.
  func taken(_ endpoint: String, by id: WorkerID, _ record: WorkerRecord) -> ControlError {
    .refused(
      """
      The endpoint \(endpoint) is that of the worker \(record.name) (\(id)), which has \
      another key. Choose another endpoint, or stop that worker and wait for \
      \(registry.workers.lifeMilliseconds) ms.
      """)
  }
}
