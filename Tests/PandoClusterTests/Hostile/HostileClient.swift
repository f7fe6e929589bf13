import ClusterFeatures
import Foundation
import Pando
import PandoHosting
import PandoWire
import ZeroMQ

/// A client that speaks the protocol well, and says what makes no sense.
struct HostileClient {
  private let endpoint: Endpoint
  private let feature = hostedFeature { Shard() }.descriptor
  private let snapshot: [UInt8]

  init(_ endpoint: Endpoint) throws {
    self.endpoint = endpoint
    snapshot = try WireEncoder.encode(Shard.State(id: 1))
  }

  func commit(_ misuse: Misuse) throws {
    var client = try RawClient(endpoint)
    switch misuse {
    case .strangeVersions: try greetInStrangeVersions()
    case .garbage: try sendGarbage()
    case .manySessions: try openSessions()
    default:
      try client.sayHello("a hostile client")
      try misuseSession(misuse, &client)
    }
    // What was said is there before the connection goes.
    usleep(200_000)
  }

  private func misuseSession(_ misuse: Misuse, _ client: inout RawClient) throws {
    switch misuse {
    case .absurdOpens:
      for number: UInt64 in [0, 1, .max / 2, .max] {
        try client.send([
          open(number, epoch: .max, next: .max), open(number, epoch: 0, next: 0),
        ])
      }
    case .hugeTimeouts:
      for number in 0..<1_000 { try client.send([open(UInt64(number), timeout: Int.max)]) }
      try client.send([reduce(1, 1, try up())])
    case .snapshotsThatCannotBeRead:
      for number in 0..<10_000 {
        let bytes = [UInt8](repeating: UInt8(number % 256), count: number % 300)
        try client.send([open(UInt64(number), snapshot: bytes)])
      }
    case .manyLanes:
      for batch in 0..<1_000 {
        try client.send((0..<100).map { open(UInt64(batch * 100 + $0)) })
      }
    case .whatNeverWas:
      try client.send([open(1)])
      for number: UInt64 in [0, 1, 2, 1 << 40, .max] {
        let lane = LaneID(rawValue: number)
        let sequence = SequenceNumber(rawValue: number)
        try client.send([
          .commit(lane, through: sequence), .settle(lane, through: number),
          .cancel(lane, .sequence(sequence)), .cancel(lane, .id([1, 2, 3])),
          .rebase(lane, Epoch(rawValue: number), from: sequence, .snapshot([0xFF])),
          .close(lane),
        ])
      }
    case .hugeNumbers:
      try client.send([
        open(1), .checkpoint(.max), .ping(.max), .settle(LaneID(rawValue: 1), through: .max),
      ])
      try client.send([reduce(1, .max, try up()), reduce(1, 1 << 62, try up())])
    case .actionsThatCannotBeRead:
      for number in 1...10_000 {
        try client.send([
          open(UInt64(number)), reduce(UInt64(number), 1, [UInt8](repeating: 0xFF, count: 100)),
        ])
      }
    case .hellosInside:
      for _ in 0..<1_000 { try client.send([.hello(Hello(name: "again", features: []))]) }
    case .neverReads:
      try client.send([open(1)])
      let action = try up()
      for batch in 0..<2_000 {
        try client.send((1...100).map { reduce(1, UInt64(batch * 100 + $0), action) })
      }
    case .pingsWithoutEnd:
      for batch in 0..<10_000 {
        try client.send((0..<100).map { .ping(UInt64(batch * 100 + $0)) })
      }
    case .strangeVersions, .garbage, .manySessions:
      break
    }
  }

  private func greetInStrangeVersions() throws {
    let strange = [
      ProtocolRange(0), ProtocolRange(1), ProtocolRange(99), ProtocolRange(.max),
      ProtocolRange(least: .max, greatest: 0), ProtocolRange(least: 50, greatest: 99),
    ]
    for versions in strange {
      var client = try RawClient(endpoint)
      for _ in 0..<100 {
        try client.send([.hello(Hello(versions: versions, name: "strange", features: []))])
      }
      try client.send([.ping(1)])
      usleep(20_000)
    }
  }

  private func sendGarbage() throws {
    for seed in 0..<200 {
      var client = try RawClient(endpoint)
      for length in [0, 1, 3, 17, 400, 70_000] {
        try client.send(bytes: (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) })
      }
      usleep(2_000)
    }
  }

  /// Sessions that are opened and never ended, each under a name of its own. They are many one after the
  /// other; as many as the system lets one process have are there at once.
  private func openSessions() throws {
    let context = try Context()
    for number in 0..<Self.sessionCount {
      var socket = try context.socket(
        .dealer, .linger(milliseconds: 1_000), .routingID(Array("session \(number)".utf8)),
        .receiveTimeout(milliseconds: 5_000))
      try socket.connect(endpoint)
      var writer = WireWriter()
      ClientMessage.hello(Hello(name: "one of many", features: [])).encode(into: &writer)
      open(1).encode(into: &writer)
      _ = try socket.send(writer.bytes)
      if number % 100 == 0 { _ = try socket.receive() }
    }
  }

  private static let sessionCount =
    ProcessInfo.processInfo.environment["PANDO_HOSTILE_SESSIONS"].flatMap { Int($0) } ?? 20_000

  // MARK: - Messages

  private func open(
    _ lane: UInt64, epoch: UInt64 = 1, next: UInt64 = 1, snapshot: [UInt8]? = nil,
    timeout: Int = 60_000
  ) -> ClientMessage {
    .open(
      LaneID(rawValue: lane), feature, Epoch(rawValue: epoch), SequenceNumber(rawValue: next),
      snapshot: snapshot ?? self.snapshot, timeoutMilliseconds: timeout)
  }

  private func reduce(_ lane: UInt64, _ sequence: UInt64, _ action: [UInt8]) -> ClientMessage {
    .reduce(
      LaneID(rawValue: lane), .first, SequenceNumber(rawValue: sequence),
      HostedAction(bytes: ByteString(action)))
  }

  private func up() throws -> [UInt8] { try WireEncoder.encode(Shard.Action.up) }
}
