import CZeroMQ

// What is kept, dropped, sent and received.
extension Socket.Option {
  /// The time that messages which are not sent yet are kept after the socket has closed. The
  /// default here is 0; libzmq's, for ever, hangs the program's end when a peer is away.
  public static func linger(milliseconds: Int) -> Self {
    // A negative value would mean for ever, so it is passed on as one that is refused.
    Self(
      "linger(milliseconds: \(milliseconds))", rule: "It is 0 or more milliseconds.",
      (ZMQ_LINGER, .int32(milliseconds < 0 ? Int.max : milliseconds)))
  }

  /// The number of messages that may wait to be sent to one peer; 0, the default here, is no limit.
  ///
  /// At a limit a router drops silently, or blocks for good if it is mandatory at both ends.
  public static func sendHighWaterMark(messages: Int) -> Self {
    Self(
      "sendHighWaterMark(messages: \(messages))", rule: "It is 0, for no limit, or more.",
      (ZMQ_SNDHWM, .int32(messages)))
  }

  /// The number of messages of one peer that may wait to be received; 0, the default here, is no
  /// limit.
  ///
  /// Not where a peer may send heartbeats, whoever asks for them: libzmq 4.3.4 ends the process when a peer goes while
  /// its messages wait at the limit, and a ping is among them. Any peer can do that on purpose.
  public static func receiveHighWaterMark(messages: Int) -> Self {
    Self(
      "receiveHighWaterMark(messages: \(messages))", rule: "It is 0, for no limit, or more.",
      (ZMQ_RCVHWM, .int32(messages)))
  }

  /// The largest frame that is taken from a peer; one that sends a larger one is disconnected.
  public static func maxMessageBytes(_ bytes: Int) -> Self {
    Self(
      "maxMessageBytes(\(bytes))", rule: "It is -1, for no limit, or a number of bytes.",
      (ZMQ_MAXMSGSIZE, .int64(bytes)))
  }

  /// Keeps only the newest message, each way. Not for messages of several frames.
  public static func conflate(_ flag: Bool) -> Self {
    Self("conflate", ZMQ_CONFLATE, flag)
  }

  /// The time that a blocking send waits; nil, the default, is for ever.
  public static func sendTimeout(milliseconds: Int?) -> Self {
    Self(
      "sendTimeout(milliseconds: \(text(milliseconds)))", rule: "It is nil, or 0 or more.",
      (ZMQ_SNDTIMEO, .int32(milliseconds ?? -1)))
  }

  /// The time that a blocking receive waits; nil, the default, is for ever.
  public static func receiveTimeout(milliseconds: Int?) -> Self {
    Self(
      "receiveTimeout(milliseconds: \(text(milliseconds)))", rule: "It is nil, or 0 or more.",
      (ZMQ_RCVTIMEO, .int32(milliseconds ?? -1)))
  }

  /// A `sub` socket receives messages that begin with `prefix`; an empty one stands for all.
  public static func subscribe(_ prefix: [UInt8]) -> Self {
    Self(
      "subscribe(\(prefix.count) bytes)", rule: "Only a SUB socket subscribes.",
      (ZMQ_SUBSCRIBE, .bytes(prefix)))
  }

  /// Takes back one `subscribe` with the same prefix.
  public static func unsubscribe(_ prefix: [UInt8]) -> Self {
    Self(
      "unsubscribe(\(prefix.count) bytes)", rule: "Only a SUB socket subscribes.",
      (ZMQ_UNSUBSCRIBE, .bytes(prefix)))
  }

  private static func text(_ milliseconds: Int?) -> String {
    milliseconds.map(String.init) ?? "nil"
  }
}
