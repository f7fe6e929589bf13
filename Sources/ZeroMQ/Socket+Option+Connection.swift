import CZeroMQ

// How connections are made, named, watched and given up.
extension Socket.Option {
  /// The name by which a router knows this socket. When two peers have one name the second's
  /// messages vanish, and a name that is used again is served what was meant for its last owner:
  /// give each life of each process a fresh one.
  ///
  /// It has 1 to 255 bytes and does not begin with 0, as those do that a router makes up itself.
  public static func routingID(_ bytes: [UInt8]) -> Self {
    // libzmq would take one that begins with 0, so it is passed on as one that is refused.
    Self(
      "routingID(\(bytes.count) bytes)",
      rule: "It has 1 to 255 bytes, of which the first is not 0.",
      (ZMQ_ROUTING_ID, .bytes(bytes.first == 0 ? [] : bytes)))
  }

  /// Sends only to peers that are connected, so that nothing is queued for one that is away, to
  /// be delivered to its successor.
  public static func immediate(_ flag: Bool) -> Self {
    Self("immediate", ZMQ_IMMEDIATE, flag)
  }

  /// The time to wait before connecting again: at first `milliseconds` (libzmq's default is 100),
  /// then twice as long each time up to the maximum. A maximum of 0 keeps the first interval.
  public static func reconnectInterval(milliseconds: Int, maximumMilliseconds: Int = 0) -> Self {
    Self(
      "reconnectInterval(milliseconds: \(milliseconds), "
        + "maximumMilliseconds: \(maximumMilliseconds))",
      rule: "Both are 0 or more, and the first is -1 to connect only once.",
      (ZMQ_RECONNECT_IVL, .int32(milliseconds)),
      (ZMQ_RECONNECT_IVL_MAX, .int32(maximumMilliseconds)))
  }

  /// Pings peers that have been silent for the interval, and disconnects those from which nothing
  /// at all comes within the timeout. The peer does the same with us after the time to live, which
  /// counts in tenths of a second; 0 leaves that to the peer.
  public static func heartbeat(
    intervalMilliseconds: Int, timeoutMilliseconds: Int, timeToLiveMilliseconds: Int = 0
  ) -> Self {
    Self(
      "heartbeat(intervalMilliseconds: \(intervalMilliseconds), timeoutMilliseconds: "
        + "\(timeoutMilliseconds), timeToLiveMilliseconds: \(timeToLiveMilliseconds))",
      rule: "All are 0 or more; the time to live is at most 6553599.",
      (ZMQ_HEARTBEAT_IVL, .int32(intervalMilliseconds)),
      (ZMQ_HEARTBEAT_TIMEOUT, .int32(timeoutMilliseconds)),
      (ZMQ_HEARTBEAT_TTL, .int32(timeToLiveMilliseconds)))
  }

  /// The time that a new connection may take to complete its handshake; 0 is for ever.
  public static func handshakeInterval(milliseconds: Int) -> Self {
    Self(
      "handshakeInterval(milliseconds: \(milliseconds))", rule: "It is 0 or more.",
      (ZMQ_HANDSHAKE_IVL, .int32(milliseconds)))
  }

  /// The time that the system may try to connect over tcp; 0 is the system's default.
  public static func connectTimeout(milliseconds: Int) -> Self {
    Self(
      "connectTimeout(milliseconds: \(milliseconds))", rule: "It is 0 or more.",
      (ZMQ_CONNECT_TIMEOUT, .int32(milliseconds)))
  }

  /// Lets the system watch idle tcp connections. `heartbeat` notices a dead peer sooner.
  public static func tcpKeepalive(idleSeconds: Int, intervalSeconds: Int, probes: Int) -> Self {
    Self(
      "tcpKeepalive(idleSeconds: \(idleSeconds), intervalSeconds: \(intervalSeconds), "
        + "probes: \(probes))",
      rule: "All are 1 or more, or -1 for the system's default.",
      (ZMQ_TCP_KEEPALIVE, .int32(1)), (ZMQ_TCP_KEEPALIVE_IDLE, .int32(idleSeconds)),
      (ZMQ_TCP_KEEPALIVE_INTVL, .int32(intervalSeconds)), (ZMQ_TCP_KEEPALIVE_CNT, .int32(probes)))
  }

  /// Allows IPv6 addresses beside those of IPv4.
  public static func ipv6(_ flag: Bool) -> Self {
    Self("ipv6", ZMQ_IPV6, flag)
  }

  /// A send to an unknown routing id comes back as `.unreachable`, instead of being dropped
  /// silently. On by default here. With a send high-water mark it also blocks at the mark, so then
  /// send with `wait: .never`.
  public static func routerMandatory(_ flag: Bool) -> Self {
    Self("routerMandatory", ZMQ_ROUTER_MANDATORY, flag)
  }

  /// A new peer with a known routing id takes it over, instead of being ignored.
  public static func routerHandover(_ flag: Bool) -> Self {
    Self("routerHandover", ZMQ_ROUTER_HANDOVER, flag)
  }
}
