import CZeroMQ
import Synchronization

/// Reports what happens to a socket's connections, made by `Socket.monitor()`.
///
/// It has a socket of its own, and so may be read by another thread than the one it watches.
public struct Monitor: ~Copyable, Sendable {
  // Poll it through `Poller.add(_:for:)`.
  var socket: Socket
  private let monitored: MonitoredSocket
  private var frame = Message()

  fileprivate init(_ socket: consuming Socket, of monitored: MonitoredSocket) {
    self.socket = socket
    self.monitored = monitored
  }

  deinit {
    monitored.monitorWillClose()
  }

  /// The next event; nil means that there is none now.
  ///
  /// The last one is `.monitorStopped`, when the watched socket has closed.
  public mutating func next(wait: Wait = .blocking) throws(ZeroMQError) -> Event? {
    guard try socket.receive(into: &frame, wait: wait) else { return nil }
    let header = [UInt8](copying: frame)
    // Frames of one message come together, so this does not wait.
    guard frame.hasMore, try socket.receive(into: &frame) else {
      throw ZeroMQError(.malformedMessage, "A monitor's event came without its endpoint.")
    }
    return try Event(header: header, address: frame.withUnsafeBytes { $0.string })
  }

  /// A descriptor to wait with; the rule of `Socket.fileDescriptor` holds, and `next(wait: .never)`
  /// until nil follows it.
  public var fileDescriptor: Int32 {
    mutating get throws(ZeroMQError) { try socket.fileDescriptor }
  }
}

extension Socket {
  /// Begins to report what happens to this socket's connections, from now on.
  ///
  /// Begin before `bind` and `connect` to miss nothing. A socket has one monitor: an earlier one
  /// stops.
  public mutating func monitor() throws(ZeroMQError) -> Monitor {
    let name = "inproc://pando-monitor-\(Self.monitorCount.add(1, ordering: .relaxed).newValue)"
    monitored?.socketWillClose()
    monitored = nil
    guard zmq_socket_monitor(handle, name, ZMQ_EVENT_ALL) == 0 else {
      throw .library("monitor a \(kind) socket")
    }
    let tie = MonitoredSocket(handle)
    do {
      var reader = try Socket(.pair, in: context)
      try reader.set(Option.defaults(for: .pair))
      try reader.connect(Endpoint(name))
      monitored = tie
      return Monitor(reader, of: tie)
    } catch {
      tie.monitorWillClose()
      throw error
    }
  }

  // Names are unique within the process, and so within each context.
  private static let monitorCount = Atomic(0)
}

extension Poller {
  /// Waits for the events of `monitor` too, from the next wait on, and returns its index.
  @discardableResult
  public mutating func add(_ monitor: borrowing Monitor) -> Int {
    add(monitor.socket)
  }
}

extension UnsafeRawBufferPointer {
  var string: String { String(decoding: self, as: UTF8.self) }
}
