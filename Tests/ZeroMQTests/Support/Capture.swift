import Testing
import ZeroMQ

private struct NothingWasThrown: Error {}

/// The error that `body` throws. (A macro's closure could not use a noncopyable socket.)
func capture<T: ~Copyable>(_ body: () throws(ZeroMQError) -> T) throws -> ZeroMQError {
  do {
    _ = try body()
  } catch {
    return error
  }
  throw NothingWasThrown()
}
