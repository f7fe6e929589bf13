import Foundation
import Synchronization
import Testing
import ZeroMQ

/// The time that a test waits for what must come, before it calls it missing.
let patienceMilliseconds = 20_000

/// Looks again and again until `condition` holds; false when it never did.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .milliseconds(patienceMilliseconds)
  while ContinuousClock.now < deadline {
    if try condition() { return true }
    usleep(100)
  }
  return false
}

/// Work on a thread of its own, which a test can wait for without hanging with it.
final class Background: Sendable {
  private let outcome = Mutex<Result<Void, any Error>?>(nil)

  init(_ body: @escaping @Sendable () throws -> Void) {
    Thread.detachNewThread {
      let result = Result { try body() }
      self.outcome.withLock { $0 = result }
    }
  }

  var isFinished: Bool { outcome.withLock { $0 != nil } }

  /// Waits for the end; false when it does not come. Throws what the body threw.
  func finish() throws -> Bool {
    guard eventually({ isFinished }) else { return false }
    try outcome.withLock { $0 }?.get()
    return true
  }
}

extension Context {
  /// A socket whose blocking calls give up after the patience of a test.
  borrowing func impatientSocket(
    _ kind: Socket.Kind, _ options: Socket.Option...
  ) throws(ZeroMQError) -> Socket {
    try socket(
      kind,
      [
        .receiveTimeout(milliseconds: patienceMilliseconds),
        .sendTimeout(milliseconds: patienceMilliseconds),
        .reconnectInterval(milliseconds: 1),
      ] + options)
  }
}

extension Socket {
  mutating func receiveText() throws(ZeroMQError) -> String {
    String(decoding: [UInt8](copying: try receive()), as: UTF8.self)
  }

  /// All frames of one message.
  mutating func receiveFrames() throws(ZeroMQError) -> [[UInt8]] {
    var message = try receive()
    var frames = [[UInt8](copying: message)]
    while message.hasMore {
      message = try receive()
      frames.append([UInt8](copying: message))
    }
    return frames
  }

  mutating func send(_ text: String, more: Bool = false, wait: Wait = .blocking)
    throws(ZeroMQError) -> SendOutcome
  {
    try send(Array(text.utf8), more: more, wait: wait)
  }

  mutating func isEmpty() throws(ZeroMQError) -> Bool {
    var message = Message()
    return try !receive(into: &message, wait: .never)
  }
}

extension Monitor {
  /// Reads events until one is `wanted`; nil when it never comes.
  mutating func first(where wanted: (Event.Kind) -> Bool) throws -> Event? {
    let deadline = ContinuousClock.now + .milliseconds(patienceMilliseconds)
    while ContinuousClock.now < deadline {
      if let event = try next(wait: .never) {
        if wanted(event.kind) { return event }
      } else {
        usleep(1000)
      }
    }
    return nil
  }
}
