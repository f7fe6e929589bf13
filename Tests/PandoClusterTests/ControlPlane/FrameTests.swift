import PandoHosting
import PandoWire
import Testing

@testable import PandoCluster

@Suite("The frames of the control plane")
struct FrameTests {
  let id = CallID(rawValue: 300)

  func read(_ bytes: [UInt8]) -> IncomingMessage {
    bytes.withUnsafeBytes { IncomingMessage($0, limits: .standard) }
  }

  @Test(
    "a call is read as it was written",
    arguments: [[], [[]], [[1], [], [2, 3]], [[UInt8](repeating: 9, count: 1000)]] as [[[UInt8]]])
  func calls(arguments: [[UInt8]]) {
    let call = CallFrame(call: id, actor: "echo", target: "$sT", arguments: arguments)
    #expect(read(call.encode()) == .call(call))
  }

  @Test(
    "a reply is read as it was written",
    arguments: [
      .void, .result([]), .result([1, 2]), .failure(.shutDown), .failure(.refused("no")),
      .failure(.unreachable(endpoint: "ipc:///a", reason: "b")),
      .failure(.noSharedVersion(theirs: "a", ours: "b")), .failure(.tooLarge(bytes: 3, limit: 2)),
    ] as [Reply])
  func replies(reply: Reply) {
    #expect(read(reply.encode(for: id)) == .reply(id, reply))
  }

  @Test("a call that is cut off anywhere, or goes on after its end, is not taken for a whole")
  func cutOff() {
    let whole = CallFrame(call: id, actor: "echo", target: "$sT", arguments: [[1], [2, 3]]).encode()
    for count in 0..<whole.count {
      switch read(Array(whole.prefix(count))) {
      case .garbage: #expect(count < 8)
      case .unreadableCall(id, version: ControlVersion.current, .malformed): #expect(count >= 8)
      default: Issue.record("\(count) bytes were taken for a whole")
      }
    }
    guard case .unreadableCall(id, version: ControlVersion.current, .malformed) = read(whole + [0])
    else {
      Issue.record("a byte too many was not noticed")
      return
    }
  }

  @Test("a call with more arguments than any function has is refused")
  func manyArguments() {
    let call = CallFrame(
      call: id, actor: "echo", target: "$sT", arguments: [[UInt8]](repeating: [1], count: 65))
    guard
      case .unreadableCall(id, version: ControlVersion.current, .malformed) = read(call.encode())
    else {
      Issue.record("it was taken")
      return
    }
  }

  @Test("a version that is not spoken is told apart from what cannot be read")
  func versions() {
    #expect(
      read(Array("PNDC".utf8) + [99, 1, 7]) == .foreignCall(CallID(rawValue: 7)))
    #expect(
      read(Array("PNDC".utf8) + [99, 3, 7])
        == .otherVersions(CallID(rawValue: 7), ProtocolRange(99)))
    #expect(
      read(IncomingMessage.answer(toForeign: CallID(rawValue: 7)))
        == .otherVersions(CallID(rawValue: 7), ControlVersion.spoken))
    #expect(read(Array("PNDC".utf8) + [4, 5, 7, 1]).isFailure)
  }

  @Test("the next version to try is always less, and one that both speak")
  func nextVersion() {
    let table: [(UInt8, ProtocolRange, UInt8?)] = [
      (4, ProtocolRange(3), 3), (4, ProtocolRange(least: 1, greatest: 3), 3),
      (3, ProtocolRange(3), nil),
      (4, ProtocolRange(least: 4, greatest: 9), nil),
      (4, ProtocolRange(least: 5, greatest: 9), nil),
      (4, ProtocolRange(2), nil), (4, ProtocolRange(least: 9, greatest: 1), nil),
    ]
    let ours = ProtocolRange(least: 3, greatest: 4)
    for (tried, theirs, expected) in table {
      let next = ControlVersion.next(after: tried, ours: ours, theirs: theirs)
      #expect(next == expected, "\(theirs)")
    }
  }

  @Test("every error of the control plane has a text that says how to mend it")
  func texts() {
    let errors: [ControlError] = [
      .unreachable(endpoint: "ipc:///a", reason: "b"), .unknownActor("a"),
      .unknownTarget("t", actor: "a"), .genericTarget("T"), .malformed("m"),
      .tooLarge(bytes: 1, limit: 2), .tooManyCalls(limit: 1),
      .noSharedVersion(theirs: "a", ours: "b"), .failed("f"),
      .networkWithoutKeys(endpoint: "tcp://*:1"), .shutDown,
    ]
    for error in errors { #expect(error.description.count > 20) }
    #expect(Set(errors.map(\.description)).count == errors.count)
  }
}

extension IncomingMessage {
  fileprivate var isFailure: Bool {
    if case .reply(_, .failure(.malformed)) = self { true } else { false }
  }
}
