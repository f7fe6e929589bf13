import Pando
import PandoHosting
import PandoWire
import Testing

/// Promise P9: what is sent follows what an action changed.
@Suite("The size of what a host answers")
struct PatchSizeTests {
  @Reducer
  struct Large {
    struct State: Codable, Equatable, Sendable {
      var numbers: [Int]
      var names: [String]
      var count = 0
    }

    enum Action: Codable, Sendable {
      case up, change(Int), nothing
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .change(let index): state.names[index] = "changed"
        case .nothing: break
        }
        return .none
      }
    }
  }

  /// Returns the number of bytes that a host answers to an action on a state of so many rows.
  private func answerBytes(_ action: Large.Action, rows: Int) throws -> Int {
    let feature = hostedFeature { Large() }
    let session = HostSession(
      findFeature: { _ in feature }, onOutput: {}, onReport: { Issue.record("\($0)") })
    let state = Large.State(
      numbers: Array(0..<rows), names: (0..<rows).map { "name \($0)" })
    var writer = WireWriter()
    let lane = LaneID(rawValue: 1)
    ClientMessage.open(
      lane, feature.descriptor, .first, .first, snapshot: try WireEncoder.encode(state)
    ).encode(into: &writer)
    try session.receive(writer.bytes)
    _ = session.takeOutput()
    writer.removeAll()
    ClientMessage.reduce(
      lane, .first, .first, HostedAction(bytes: ByteString(try WireEncoder.encode(action)))
    ).encode(into: &writer)
    try session.receive(writer.bytes)
    return try #require(session.takeOutput()).count
  }

  @Test("P9: a change of one field, or of one row, takes as few bytes in 10,000 rows as in 10")
  func bytesFollowTheChange() throws {
    for action in [Large.Action.up, .change(5), .nothing] {
      let few = try answerBytes(action, rows: 10)
      let many = try answerBytes(action, rows: 10_000)
      #expect(few < 64)
      #expect(many < 64)
    }
  }
}
