import Pando
import PandoHosting
import PandoWire
import ZeroMQ

/// A link, as the loop's thread has it.
final class LinkConnection {
  let link: WorkerLink
  var monitor: Monitor
  /// Becomes readable when there may be something to receive.
  let fileDescriptor: Int32
  var socketIndex = 0
  var monitorIndex = 0
  /// Becomes readable when the monitor may have something to tell.
  let monitorDescriptor: Int32
  /// True until the monitor was read for the first time.
  var isNew = true
  /// True if the worker is there and has not been greeted.
  var isHelloDue = false
  /// True if the connection is gone; what came over it is still to be taken in.
  var isDisconnected = false
  /// True if it was lost while this process was stopped, as it seems.
  var isLossExcused = false
  /// The loop's count of stops for which the worker was forgiven, or which were over before.
  var stops: UInt64
  /// When a worker that has crashed is given up, though its connection stands; nil while it has not.
  var crashDeadline: Int?
  /// The number of bytes that were read since it had crashed, of each message with what it takes beside them.
  var lastWordsBytes = 0
  /// The worker's process on this machine, by the system's word: one in a container says another number. Nil over tcp.
  var processID: Int32?
  /// Tells whether a debugger holds the worker.
  var trace = LinkTrace(isBounded: !DebugWait.isWanted)
  /// Which of the link's keys it uses; nil over ipc.
  let path: CurvePath?
  private let pathIndex: Int
  /// True if its handshake failed, and the next key is to be tried.
  var isNextPathDue = false

  var isOver: Bool { link.stage == .over }

  /// - Parameters:
  ///   - stops: The loop's count of stops that do not concern it.
  ///   - pathIndex: Which of the link's keys are used.
  init(
    _ link: WorkerLink, in context: borrowing Context, stops: UInt64, pathIndex: Int = 0
  ) throws(ZeroMQError) {
    self.link = link
    self.stops = stops
    self.pathIndex = pathIndex
    path = link.paths?[pathIndex]
    // Immediate: nothing is handed to a connection that is not there, so that nothing meant for a
    // worker that died can reach another one at its endpoint. But then libzmq drops what has come and
    // was not received when a connection is lost. A spawned worker has its endpoint for itself, so its
    // last words can be kept.
    var socket = try context.socket(
      .dealer, .immediate(!link.hasProcess),
      // A process that was just started is tried every few milliseconds until it listens: each further wait of
      // libzmq is about twice the last, and would be as long as the start itself.
      .reconnectInterval(
        milliseconds: 1, maximumMilliseconds: link.hasProcess && !DebugWait.isWanted ? 4 : 100),
      // No receive high-water mark: libzmq ends the process where a peer pings at one and goes. `LinkWatch` bounds
      // what is unread.
      .linger(milliseconds: 200), .maxMessageBytes(LinkLimits.messageBytes))
    if let path { try socket.set(path.option) }
    monitor = try socket.monitor()
    try socket.connect(link.endpoint)
    fileDescriptor = try socket.fileDescriptor
    monitorDescriptor = try monitor.fileDescriptor
    link.attach(socket)
  }

  /// The index of the next of the link's keys; nil behind the last.
  var nextPathIndex: Int? {
    guard let paths = link.paths, pathIndex + 1 < paths.count else { return nil }
    return pathIndex + 1
  }
}

/// The limits that both ends hold each other to.
enum LinkLimits {
  /// The longest message either side reads.
  static let messageBytes = 256 << 20
  /// The longest message that begins a session.
  static let greetingBytes = 1 << 20
  /// Returns the number of bytes that may wait to be read of a worker with so many lanes, each message with what it takes
  /// beside them: a window of answers for each lane, within 1 GiB.
  ///
  /// A worker that says more is given up. Nothing that it was reducing is a suspect for the first time: it may be in
  /// order, and have answers of which each is thousands of times as long as those before.
  static func unreadBytes(laneCount: Int) -> Int {
    min((256 << 20) + laneCount * LaneMachine.windowBytes, unreadBytesAtMost)
  }

  private static let unreadBytesAtMost = 1 << 30
  /// The number of bytes that are read of a worker that has crashed, if they do not come to an end before. Twice what may
  /// be unread, as some of it comes between two looks.
  static let lastWordsBytes = 2 * unreadBytesAtMost
}
