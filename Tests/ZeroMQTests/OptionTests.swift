import Testing
import ZeroMQ

@Suite("Options")
struct OptionTests {
  @Test("Every option is accepted by libzmq")
  func all() throws {
    let context = try Context()
    let socket = try context.socket(
      .router, .linger(milliseconds: 10), .sendHighWaterMark(messages: 7),
      .receiveHighWaterMark(messages: 7), .maxMessageBytes(1 << 40), .maxMessageBytes(-1),
      .conflate(false), .sendTimeout(milliseconds: nil), .receiveTimeout(milliseconds: 10),
      .routingID([1, 0, 255]), .immediate(true),
      .reconnectInterval(milliseconds: 1, maximumMilliseconds: 1000),
      .heartbeat(
        intervalMilliseconds: 100, timeoutMilliseconds: 300, timeToLiveMilliseconds: 6_553_599),
      .handshakeInterval(milliseconds: 1000), .connectTimeout(milliseconds: 1000),
      .tcpKeepalive(idleSeconds: 10, intervalSeconds: 1, probes: 3), .ipv6(true),
      .routerMandatory(false), .routerHandover(true), .zapDomain("domain"))
    #expect(socket.kind == .router)
    let sub = try context.socket(.sub, .subscribe([]), .subscribe([1]), .unsubscribe([1]))
    #expect(sub.kind == .sub)
  }

  @Test(
    "A value that libzmq refuses is an error that names the option and its rule",
    arguments: [
      (Socket.Option.linger(milliseconds: -1), "linger(milliseconds: -1)", "0 or more"),
      (.sendHighWaterMark(messages: -1), "sendHighWaterMark", "0, for no limit"),
      (.receiveHighWaterMark(messages: 1 << 40), "receiveHighWaterMark", "0, for no limit"),
      (.routingID([]), "routingID(0 bytes)", "1 to 255"),
      (.routingID([0, 1]), "routingID(2 bytes)", "not 0"),
      (.routingID(Array(repeating: 1, count: 256)), "routingID(256 bytes)", "1 to 255"),
      (
        .heartbeat(
          intervalMilliseconds: 1, timeoutMilliseconds: 1, timeToLiveMilliseconds: 6_553_600),
        "heartbeat", "at most 6553599"
      ),
      (.subscribe([]), "subscribe", "Only a SUB socket"),
    ])
  func refused(option: Socket.Option, name: String, rule: String) throws {
    let error = try capture { () throws(ZeroMQError) in try Context().socket(.router, option) }
    #expect(error.code == .invalidOption)
    #expect(error.errno != 0)
    #expect(!error.reason.isEmpty)
    #expect(error.description.contains(name), "\(error)")
    #expect(error.description.contains(rule), "\(error)")
  }
}
