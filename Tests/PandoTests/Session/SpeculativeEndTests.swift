import Pando
import PandoHosting
import PandoWire
import Testing

/// A host reduces ahead: a child may go and come back before anything commits.
@Suite("A child that an action took away which is squashed")
struct SpeculativeEndTests {
  private static let lane = LaneID(rawValue: 1)

  private final class Client {
    let log = EffectLog()
    let session: HostSession
    let feature: any HostedFeature
    private var next: UInt64 = 1
    private var epoch: UInt64 = Epoch.first.rawValue

    init(_ state: Folder.State) throws {
      let log = log
      let feature = hostedFeature { Folder(log) }
      self.feature = feature
      session = HostSession(findFeature: { _ in feature }, onOutput: {}, onReport: { _ in })
      try send(
        .open(
          SpeculativeEndTests.lane, feature.descriptor, .first, .first,
          snapshot: try WireEncoder.encode(state)))
    }

    func send(_ message: ClientMessage) throws {
      var writer = WireWriter()
      message.encode(into: &writer)
      try session.receive(writer.bytes)
    }

    func reduce(_ action: Folder.Action) throws {
      try send(
        .reduce(
          SpeculativeEndTests.lane, Epoch(rawValue: epoch), SequenceNumber(rawValue: next),
          HostedAction(bytes: ByteString(try WireEncoder.encode(action)))))
      next += 1
    }

    /// Commits all but so many.
    func commit(but count: UInt64 = 0) throws {
      try send(
        .commit(SpeculativeEndTests.lane, through: SequenceNumber(rawValue: next - 1 - count)))
    }

    /// Squashes the last action.
    func squash(_ patch: Patch = .unchanged) throws {
      epoch += 1
      next -= 1
      try send(
        .rebase(
          SpeculativeEndTests.lane, Epoch(rawValue: epoch), from: SequenceNumber(rawValue: next),
          patch))
    }
  }

  private func start(_ number: Int, id: Int) -> Folder.Action {
    .at([1], .start(number, ids: [id], section: nil, cancelInFlight: false))
  }

  private static let one = Folder.State(rows: [Folder.State(id: 1)])

  /// A client whose one row runs an effect.
  private func clientWithEffect() async throws -> Client {
    let client = try Client(Self.one)
    try client.reduce(start(1, id: 7))
    try client.commit()
    await client.log.begin(1)
    return client
  }

  @Test("its effects hear of their cancellation by an action before that")
  func cancelledByAction() async throws {
    let client = try await clientWithEffect()
    try client.reduce(.cancel(7))
    try client.reduce(.remove(1))
    try client.commit(but: 1)
    try client.squash()
    #expect(await client.log.ended(waitingFor: [1]) == [1])
    client.session.end()
  }

  @Test("its effects hear of their cancellation by the client")
  func cancelledByClient() async throws {
    let client = try await clientWithEffect()
    try client.reduce(.remove(1))
    try client.send(.cancel(Self.lane, .id(EncodedCancelID(CancelID(7)).bytes)))
    try client.squash()
    #expect(await client.log.ended(waitingFor: [1]) == [1])
    client.session.end()
  }

  @Test("its effects hear of their cancellation by an effect of a parent")
  func cancelledByEffect() async throws {
    let client = try await clientWithEffect()
    try client.reduce(.cancelInEffects(7))
    try client.reduce(.remove(1))
    try client.commit(but: 1)
    #expect(await client.log.ended(waitingFor: [1]) == [1])
    client.session.end()
  }

  @Test("it goes, where the client takes it away after all")
  func takenAway() async throws {
    let client = try await clientWithEffect()
    try client.reduce(.clear)
    try client.squash(.snapshot(try WireEncoder.encode(Folder.State())))
    #expect(await client.log.ended(waitingFor: [1]) == [1])
    client.session.end()
  }

  @Test("effects cancel while children come and go")
  func cancelsBeside() async throws {
    let client = try Client(Self.one)
    try client.reduce(.cancelInEffects(7))
    try client.commit()
    for _ in 0..<300 {
      try client.reduce(.at([1], .cancel(3)))
      try client.reduce(.remove(1))
      try client.reduce(.add(1))
      try client.commit()
    }
    client.session.end()
    #expect(client.session.effectCount <= 1)
  }
}
