import Glibc
import ZeroMQ

/// Starts the thread that owns the sockets of an actor system.
enum SocketThread {
  /// The values that cross to the thread, once.
  private final class Start {
    let loop: SocketLoop
    let end: ThreadEnd

    init(_ loop: SocketLoop, _ end: ThreadEnd) {
      self.loop = loop
      self.end = end
    }
  }

  /// Runs `loop` on a thread of its own, which frees it; `end` is told when it has.
  static func start(_ loop: sending SocketLoop, end: ThreadEnd) throws(ZeroMQError) {
    let start = Unmanaged.passRetained(Start(loop, end))
    var thread = pthread_t()
    let number = pthread_create(
      &thread, nil,
      { start in
        guard let start else { return nil }
        let end = SocketThread.run(start)
        end.finish()
        return nil
      }, start.toOpaque())
    guard number == 0 else {
      start.release()
      throw ZeroMQError(
        .tooManyThreads, "Could not start a thread for the control plane. \(ThreadLimit.mend)")
    }
    pthread_detach(thread)
  }

  // A function of its own, so that the loop, its sockets and the context are gone at its end.
  @inline(never)
  private static func run(_ pointer: UnsafeMutableRawPointer) -> ThreadEnd {
    let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
    start.loop.run()
    return start.end
  }
}
