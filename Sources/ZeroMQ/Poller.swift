import CZeroMQ
import Glibc

/// Waits for several sockets and plain descriptors at once.
///
/// While it has plain descriptors alone, a wait is one system call; each socket adds two or three. A socket
/// can be waited for by its `Socket.fileDescriptor`, with more care.
///
/// Each has an index, from `add`, by which it is asked about after a wait. Waiting allocates
/// nothing for up to 16 of them. A poller belongs to the thread that owns its sockets, and a
/// socket must be removed, or the poller be gone, before the socket goes.
public struct Poller: ~Copyable {
  private var items: [zmq_pollitem_t] = []
  /// The same for the system's poll, by the same indexes.
  private var descriptors: [pollfd] = []
  private var socketCount = 0

  /// A poller that waits for nothing.
  public init() {}

  /// Waits for `socket` too, from the next wait on, and returns its index.
  @discardableResult
  public mutating func add(
    _ socket: borrowing Socket, for interest: Readiness = .readable
  ) -> Int {
    add(zmq_pollitem_t(socket: socket.handle, fd: -1, events: interest.rawValue, revents: 0))
  }

  /// Waits for a descriptor too, from the next wait on, and returns its index.
  @discardableResult
  public mutating func add(
    fileDescriptor: Int32, for interest: Readiness = .readable
  ) -> Int {
    add(zmq_pollitem_t(socket: nil, fd: fileDescriptor, events: interest.rawValue, revents: 0))
  }

  /// Changes what is waited for; empty is nothing at all.
  public mutating func setInterest(_ interest: Readiness, at index: Int) {
    items[index].events = interest.rawValue
    descriptors[index].events = interest.systemValue
  }

  /// Stops waiting for what is at `index`, which a later `add` may use again.
  public mutating func remove(at index: Int) {
    if items[index].socket != nil { socketCount -= 1 }
    items[index] = Self.vacant
    descriptors[index] = Self.vacantDescriptor
  }

  /// Waits until something is ready, or the time has passed, and returns how many are ready.
  ///
  /// - Parameter timeoutMilliseconds: nil is for ever, 0 only looks. Interruptions by signals do
  ///   not extend it.
  @discardableResult
  public mutating func wait(timeoutMilliseconds: Int? = nil) throws(ZeroMQError) -> Int {
    var remaining = timeoutMilliseconds.map { min(max(0, $0), Self.millisecondsAtMost) } ?? -1
    let deadline = remaining > 0 ? Self.nowMilliseconds() + remaining : 0
    while true {
      let count = socketCount == 0 ? waitForDescriptors(remaining) : waitForItems(remaining)
      if count >= 0 { return Int(count) }
      guard zmq_errno() == EINTR else { throw .library("wait for \(items.count) sockets") }
      if remaining > 0 { remaining = max(0, deadline - Self.nowMilliseconds()) }
    }
  }

  /// The longest time that can be added to the time that it is, some decades.
  private static let millisecondsAtMost = 1 << 40

  private mutating func waitForItems(_ milliseconds: Int) -> Int32 {
    items.withUnsafeMutableBufferPointer {
      zmq_poll($0.baseAddress, Int32($0.count), milliseconds)
    }
  }

  private mutating func waitForDescriptors(_ milliseconds: Int) -> Int32 {
    let count = descriptors.withUnsafeMutableBufferPointer {
      poll($0.baseAddress, nfds_t($0.count), Int32(clamping: milliseconds))
    }
    for index in items.indices {
      items[index].revents = Readiness(systemValue: descriptors[index].revents).rawValue
    }
    return count
  }

  /// The readiness at the last wait.
  public subscript(index: Int) -> Readiness {
    Readiness(rawValue: items[index].revents)
  }

  private mutating func add(_ item: zmq_pollitem_t) -> Int {
    if item.socket != nil { socketCount += 1 }
    let interest = Readiness(rawValue: item.events)
    let descriptor = pollfd(fd: item.fd, events: interest.systemValue, revents: 0)
    if let free = items.firstIndex(where: { $0.socket == nil && $0.fd < 0 }) {
      items[free] = item
      descriptors[free] = descriptor
      return free
    }
    items.append(item)
    descriptors.append(descriptor)
    return items.count - 1
  }

  // The system's poll skips negative descriptors.
  private static var vacant: zmq_pollitem_t {
    zmq_pollitem_t(socket: nil, fd: -1, events: 0, revents: 0)
  }

  private static var vacantDescriptor: pollfd { pollfd(fd: -1, events: 0, revents: 0) }

  private static func nowMilliseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }
}
