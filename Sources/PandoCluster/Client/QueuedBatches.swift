import DequeModule
import PandoHosting
import PandoWire
import ZeroMQ

/// The batches that wait to be sent to a worker, in order. What one session says is one batch, as far as nothing of another
/// comes between.
struct QueuedBatches: ~Copyable {
  /// All but the last.
  private var whole: Deque<[UInt8]> = []
  private var last = WireWriter()
  private var session = SessionNumber.own

  var isEmpty: Bool { last.count == 0 && whole.isEmpty }

  /// - Parameter isWhole: True if nothing may be put behind it in the same batch, nor it behind others.
  mutating func append(_ messages: UnsafeRawBufferPointer, of session: SessionNumber, isWhole: Bool)
  {
    if isWhole || session != self.session { closeLast() }
    if last.count == 0 {
      self.session = session
      session.encode(into: &last)
    }
    last.append(contentsOf: messages)
    if isWhole { closeLast() }
  }

  private mutating func closeLast() {
    if last.count == 0 { return }
    whole.append(last.bytes)
    last.removeAll()
  }

  /// Takes the batches that can be sent now, up to the first that cannot.
  mutating func takeAll(
    _ send: (UnsafeRawBufferPointer) throws(ZeroMQError) -> Bool
  ) throws(ZeroMQError) {
    while let next = whole.first {
      let isSent = next.withUnsafeBytes { bytes in
        Result { () throws(ZeroMQError) in try send(bytes) }
      }
      guard try isSent.get() else { return }
      whole.removeFirst()
    }
    guard last.count > 0 else { return }
    let isSent = try last.withBytes { bytes throws(ZeroMQError) in try send(bytes) }
    if isSent { last.removeAll() }
  }
}
