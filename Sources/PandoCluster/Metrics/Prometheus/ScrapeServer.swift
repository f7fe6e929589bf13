import Glibc
import Synchronization
import ZeroMQ

/// Serves metrics over HTTP/1.1, on a thread of its own: it answers while every other thread of the process is busy.
///
/// Bounded: so many connections at once, each with so many bytes and so much time. A connection is closed behind
/// its answer.
package final class ScrapeServer: Sendable {
  /// The number of connections at once. Others wait to be let in.
  package static let connectionsAtMost = 16
  /// The time from a connection's beginning to its end.
  package static let connectionMilliseconds = 10_000

  private let listener: Int32
  private let wakeUp: WakeUp
  private let isStopping = Atomic<Bool>(false)
  private let end = ThreadEnd()
  private let metrics: @Sendable () -> String
  /// Where it listens, with the port that the system chose.
  package let address: String

  /// Listens; `start()` answers.
  package init(
    at address: ScrapeAddress, metrics: @escaping @Sendable () -> String
  ) throws {
    wakeUp = try WakeUp()
    self.metrics = metrics
    let kind = Int32(SOCK_STREAM.rawValue) | O_NONBLOCK | O_CLOEXEC
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw Self.problem("open a socket for metrics at \(address)") }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var place = address.socketAddress
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    guard isBound, listen(descriptor, Int32(Self.connectionsAtMost)) == 0 else {
      let problem = Self.problem("serve metrics at \(address)")
      close(descriptor)
      throw problem
    }
    var length = size
    withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &length)
      }
    }
    listener = descriptor
    self.address = "\(address.host):\(UInt16(bigEndian: place.sin_port))"
  }

  private static func problem(_ deed: String) -> ScrapeAddress.Problem {
    ScrapeAddress.Problem(description: "cannot \(deed): \(String(cString: strerror(errno)))")
  }

  package func start() {
    _ = ServiceThread(name: "pando-scrape") { [self] in
      run()
      close(listener)
      end.finish()
    }
  }

  /// Closes all connections, and returns when the thread has ended.
  package func stop() async {
    isStopping.store(true, ordering: .releasing)
    wakeUp.signal()
    await end.wait()
  }

  // MARK: - On the thread

  private func run() {
    var connections: [ScrapeConnection] = []
    while true {
      wakeUp.drain()
      if isStopping.load(ordering: .acquiring) { break }
      wait(for: connections)
      if connections.count < Self.connectionsAtMost { accept(into: &connections) }
      let now = MonotonicClock.nowMilliseconds()
      for index in connections.indices.reversed() {
        let goesOn = connections[index].deadline > now && connections[index].serve(metrics)
        if !goesOn { close(connections.remove(at: index).descriptor) }
      }
    }
    for connection in connections { close(connection.descriptor) }
  }

  private func accept(into connections: inout [ScrapeConnection]) {
    let descriptor = Glibc.accept(listener, nil, nil)
    guard descriptor >= 0 else { return }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    connections.append(
      ScrapeConnection(
        descriptor: descriptor,
        deadline: MonotonicClock.nowMilliseconds() + Self.connectionMilliseconds))
  }

  private func wait(for connections: [ScrapeConnection]) {
    var items = [pollfd(fd: wakeUp.fileDescriptor, events: Int16(POLLIN), revents: 0)]
    if connections.count < Self.connectionsAtMost {
      items.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
    }
    items += connections.map {
      pollfd(fd: $0.descriptor, events: Int16($0.isAnswering ? POLLOUT : POLLIN), revents: 0)
    }
    let now = MonotonicClock.nowMilliseconds()
    let left = connections.map { max(0, $0.deadline - now) }.min()
    _ = poll(&items, nfds_t(items.count), left.map { Int32(clamping: $0) } ?? -1)
  }
}
