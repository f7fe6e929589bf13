import CZeroMQ

/// One frame: its bytes, and whether the message goes on after it.
///
/// Keep one and receive into it again and again: it allocates its own place once.
///
/// `@unchecked Sendable`: the storage has one owner, because the message cannot be copied, and
/// libzmq shares a frame's content between messages only behind an atomic count, unchanged.
public struct Message: ~Copyable, @unchecked Sendable {
  // On the heap, so that its bytes, which may lie inside of it, keep their address.
  let storage: UnsafeMutablePointer<zmq_msg_t>

  /// An empty message.
  public init() {
    storage = .allocate(capacity: 1)
    zmq_msg_init(storage)
  }

  /// A message of `byteCount` bytes, written by `initialize`, which has to fill all of them.
  public init<Failure: Error>(
    byteCount: Int,
    initializedBy initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    self.init()
    // On failure, which only lack of memory brings about, libzmq leaves no message to close.
    precondition(
      zmq_msg_init_size(storage, byteCount) == 0, "no memory for a message of \(byteCount) bytes")
    try initialize(UnsafeMutableRawBufferPointer(start: zmq_msg_data(storage), count: byteCount))
  }

  /// A message with a copy of `bytes`.
  public init(copying bytes: UnsafeRawBufferPointer) {
    self.init(byteCount: bytes.count) { $0.copyMemory(from: bytes) }
  }

  /// A message with a copy of `bytes`.
  public init(copying bytes: [UInt8]) {
    self.init(byteCount: bytes.count) { $0.copyBytes(from: bytes) }
  }

  deinit {
    zmq_msg_close(storage)
    storage.deallocate()
  }

  /// The number of bytes.
  public var count: Int { zmq_msg_size(storage) }

  /// True if there are none.
  public var isEmpty: Bool { count == 0 }

  /// True if the message that it was received in goes on with another frame.
  public var hasMore: Bool { zmq_msg_more(storage) != 0 }
}
