import Glibc
package import Logging
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
  /// The pause before the next try when the system lets nobody in.
  package static let pauseMilliseconds = 100

  private let listener: Int32
  private let wakeUp: WakeUp
  private let isStopping = Atomic<Bool>(false)
  private let end = ThreadEnd()
  private let logger: Logger
  private let accept: @Sendable (Int32) -> Int32
  private let metrics: @Sendable () -> String
  /// Where it listens, with the port that the system chose.
  package let address: String

  /// Listens; `start()` answers.
  ///
  /// - Parameters:
  ///   - logger: What hears that nobody can be let in.
  ///   - accept: Takes the next connection of a listener, as the system does.
  package init(
    at address: ServedAddress, logger: Logger = Logger(label: "pando.metrics"),
    accept: @escaping @Sendable (Int32) -> Int32 = { Glibc.accept($0, nil, nil) },
    metrics: @escaping @Sendable () -> String
  ) throws(ServedAddress.Problem) {
    do throws(ZeroMQError) {
      wakeUp = try WakeUp()
    } catch {
      throw ServedAddress.Problem("cannot serve metrics at \(address): \(error.message)")
    }
    self.logger = logger
    self.accept = accept
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

  private static func problem(_ deed: String) -> ServedAddress.Problem {
    let code = errno
    let advice =
      switch code {
      case EADDRINUSE: ". Give each process an address of its own: another port will do"
      case EAFNOSUPPORT:
        """
        . The service manager allows no sockets of the network: under systemd, install Deploy/metrics, or add \
        RestrictAddressFamilies=AF_INET and PrivateNetwork=no
        """
      default: ""
      }
    return ServedAddress.Problem("cannot \(deed): \(String(cString: strerror(code)))\(advice)")
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
    var pause = Pause()
    while true {
      wakeUp.drain()
      if isStopping.load(ordering: .acquiring) { break }
      wait(for: connections, pause)
      if connections.count < Self.connectionsAtMost { accept(into: &connections, &pause) }
      let now = MonotonicClock.nowMilliseconds()
      for index in connections.indices.reversed() {
        let goesOn = connections[index].deadline > now && connections[index].serve(metrics)
        if !goesOn { close(connections.remove(at: index).descriptor) }
      }
    }
    for connection in connections { close(connection.descriptor) }
  }

  /// The time without tries to let somebody in, after the system did not.
  ///
  /// The listener stays readable as long as somebody waits there: without a pause the thread would try as fast as
  /// it can.
  private struct Pause {
    /// When the next try is due; nil where nothing keeps it from one.
    var end: Int?
    var hasBeenTold = false
  }

  private func accept(into connections: inout [ScrapeConnection], _ pause: inout Pause) {
    if let end = pause.end, MonotonicClock.nowMilliseconds() < end { return }
    let descriptor = accept(listener)
    guard descriptor >= 0 else { return note(errno, &pause) }
    pause = Pause()
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    connections.append(
      ScrapeConnection(
        descriptor: descriptor,
        deadline: MonotonicClock.nowMilliseconds() + Self.connectionMilliseconds))
  }

  private func note(_ code: Int32, _ pause: inout Pause) {
    pause.end = nil
    // Nobody waits, or whoever did has gone.
    if [EAGAIN, EINTR, ECONNABORTED].contains(code) { return }
    // The clock counts whole milliseconds, and the pause lasts no less than it should.
    pause.end = MonotonicClock.nowMilliseconds() + Self.pauseMilliseconds + 1
    guard !pause.hasBeenTold else { return }
    pause.hasBeenTold = true
    logger.warning(
      """
      Metrics at http://\(address)/metrics cannot be asked for: \(String(cString: strerror(code))). They can once \
      that is over. If it is about open files, raise their limit (LimitNOFILE=, ulimit -n), or see who connects.
      """)
  }

  private func wait(for connections: [ScrapeConnection], _ pause: Pause) {
    var items = [pollfd(fd: wakeUp.fileDescriptor, events: Int16(POLLIN), revents: 0)]
    if connections.count < Self.connectionsAtMost, pause.end == nil {
      items.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
    }
    items += connections.map {
      pollfd(fd: $0.descriptor, events: Int16($0.isAnswering ? POLLOUT : POLLIN), revents: 0)
    }
    let now = MonotonicClock.nowMilliseconds()
    let deadlines = connections.map(\.deadline) + (pause.end.map { [$0] } ?? [])
    let left = deadlines.map { max(0, $0 - now) }.min()
    _ = poll(&items, nfds_t(items.count), left.map { Int32(clamping: $0) } ?? -1)
  }
}
