import CZeroMQ

extension Message {
  #if hasFeature(Lifetimes)
    /// The bytes, as long as the message is neither changed nor gone.
    public var bytes: RawSpan {
      @_lifetime(borrow self)
      borrowing get {
        _overrideLifetime(unsafeBytes.bytes, borrowing: self)
      }
    }
  #endif

  /// Calls `body` with the bytes, which are valid until it returns.
  public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafeBytes.bytes)
  }

  /// Calls `body` with the bytes, which are valid until it returns.
  public borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafeBytes)
  }

  private var unsafeBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: zmq_msg_data(storage), count: zmq_msg_size(storage))
  }
}

extension [UInt8] {
  /// A copy of a message's bytes.
  public init(copying message: borrowing Message) {
    // Not `[UInt8](bytes)`: Swift 6.3 may free an array that nobody uses before it is filled.
    self = message.withUnsafeBytes { bytes in
      [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
        UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
        count = bytes.count
      }
    }
  }
}
