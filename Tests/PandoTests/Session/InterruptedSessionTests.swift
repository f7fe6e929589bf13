import Pando
import PandoHosting
import PandoWire
import Testing

/// A session that is interrupted reduces nothing more, and hears of what had committed.
@Suite("A session whose client has said goodbye")
struct InterruptedSessionTests {
  private static let first = LaneID(rawValue: 1)
  private static let second = LaneID(rawValue: 2)

  private final class Client {
    let log = EffectLog()
    let session: HostSession

    init() throws {
      let feature = hostedFeature { [log] in Folder(log) }
      session = HostSession(findFeature: { _ in feature }, onOutput: {}, onReport: { _ in })
      let state = Folder.State(rows: [Folder.State(id: 1)])
      for lane in [first, second] {
        try send(
          .open(
            lane, feature.descriptor, .first, .first, snapshot: try WireEncoder.encode(state)))
      }
    }

    func send(_ messages: ClientMessage...) throws {
      var writer = WireWriter()
      for message in messages { message.encode(into: &writer) }
      try session.receive(writer.bytes)
    }

    /// An action that starts the effect with this number.
    func start(
      _ effect: Int, _ lane: LaneID, _ number: UInt64, epoch: Epoch = .first
    ) throws -> ClientMessage {
      let action = Folder.Action.at(
        [1], .start(effect, ids: [effect], section: nil, cancelInFlight: false))
      return .reduce(
        lane, epoch, SequenceNumber(rawValue: number),
        HostedAction(bytes: ByteString(try WireEncoder.encode(action))))
    }
  }

  private func commit(_ lane: LaneID, _ number: UInt64) -> ClientMessage {
    .commit(lane, through: SequenceNumber(rawValue: number))
  }

  private func rebase(_ lane: LaneID, from number: UInt64) -> ClientMessage {
    .rebase(lane, Epoch(rawValue: 2), from: SequenceNumber(rawValue: number), .unchanged)
  }

  /// The parent has changed the child's state, which commits everything before.
  private func rewrite(_ lane: LaneID, from number: UInt64) throws -> ClientMessage {
    let state = Folder.State(id: 7, rows: [Folder.State(id: 1)])
    return .rebase(
      lane, Epoch(rawValue: 2), from: SequenceNumber(rawValue: number),
      .snapshot(try WireEncoder.encode(state)))
  }

  @Test("starts the effects of what had committed, also behind actions that it passes over")
  func commits() throws {
    let client = try Client()
    try client.send(client.start(1, Self.first, 1), client.start(2, Self.first, 2))
    client.session.interrupt()
    try client.send(
      commit(Self.first, 1), client.start(3, Self.first, 3), commit(Self.first, 2))
    #expect(client.session.effectCount == 2)
    client.session.end()
  }

  @Test("starts no effect of what was squashed while it passed over the rebase")
  func squashed() throws {
    let client = try Client()
    try client.send(
      client.start(1, Self.first, 1), client.start(2, Self.first, 2),
      client.start(3, Self.second, 1))
    client.session.interrupt()
    // The second action is another by now, which the client has reduced.
    try client.send(
      commit(Self.first, 1), rebase(Self.first, from: 2),
      client.start(9, Self.first, 2, epoch: Epoch(rawValue: 2)), commit(Self.first, 2))
    // In a batch of its own, and for another lane.
    try client.send(commit(Self.first, 2), commit(Self.second, 1))
    #expect(client.session.effectCount == 2)
    client.session.end()
  }

  @Test("starts the effects of what had committed where a rewrite carries the commit")
  func rewritten() throws {
    let client = try Client()
    try client.send(client.start(1, Self.first, 1), client.start(2, Self.first, 2))
    client.session.interrupt()
    try client.send(rewrite(Self.first, from: 2))
    #expect(client.session.effectCount == 1)
    // The second action is another by now.
    try client.send(commit(Self.first, 2))
    #expect(client.session.effectCount == 1)
    client.session.end()
  }

  @Test("takes no rewrite behind an action that it passed over, or for another host, for a lie")
  func rewrittenLater() throws {
    let client = try Client()
    try client.send(client.start(1, Self.second, 1))
    client.session.interrupt()
    try client.send(client.start(9, Self.first, 1), rewrite(Self.first, from: 2))
    #expect(client.session.effectCount == 0)
    try client.send(.close(Self.first), rewrite(Self.first, from: 1), commit(Self.second, 1))
    #expect(client.session.effectCount == 1)
    client.session.end()
  }

  @Test("starts nothing for a host whose place another was to take")
  func reopened() throws {
    let client = try Client()
    try client.send(client.start(1, Self.first, 1))
    client.session.interrupt()
    try client.send(.close(Self.first), commit(Self.first, 1))
    #expect(client.session.effectCount == 0)
    client.session.end()
  }

  @Test("hears of the commits of others, behind one of an action that it passed over")
  func unanswered() throws {
    let client = try Client()
    try client.send(client.start(1, Self.second, 1))
    client.session.interrupt()
    // As a client tells what it reduced itself.
    try client.send(client.start(2, Self.first, 1), commit(Self.first, 1), commit(Self.second, 1))
    #expect(client.session.effectCount == 1)
    client.session.end()
  }
}
