import Glibc
import ZeroMQ

/// Ends a worker's process with its standard input until the worker's own watch looks at that. The preparation in
/// between is users' code, and may take for ever.
final class InputWatch: Sendable {
  private let wakeUp: WakeUp
  private let thread: ServiceThread

  /// Begins to watch.
  ///
  /// - Parameter endpoint: The endpoint at which the worker is to listen. The folder of its socket goes with it.
  init(endpoint: String) throws(ZeroMQError) {
    let wakeUp = try WakeUp()
    self.wakeUp = wakeUp
    thread = ServiceThread(name: "pando-input") { Self.run(wakeUp, endpoint) }
  }

  deinit {
    wakeUp.signal()
  }

  /// Leaves the input to another, who sees that it has ended all the same.
  func handOver() {
    wakeUp.signal()
    thread.join()
  }

  private static func run(_ wakeUp: WakeUp, _ endpoint: String) {
    var poller = Poller()
    let stop = poller.add(fileDescriptor: wakeUp.fileDescriptor)
    let input = poller.add(fileDescriptor: STDIN_FILENO)
    while (try? poller.wait()) != nil, poller[stop].isEmpty {
      guard !poller[input].isEmpty, hasEnded() else { continue }
      ListenerGate.endProcess(0) { WorkerProcess.clearUp(around: endpoint) }
    }
  }

  /// Reads what is there, and returns whether that is the end. Called when there is something to read.
  static func hasEnded() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)
  }
}
