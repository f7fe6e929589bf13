import CBlackBox
import Glibc
import PandoHosting
import Testing

@testable import PandoCluster

@Suite("The last words of a worker")
struct LastWordsTests {
  private func words(_ change: (inout pando_last_words) -> Void) -> LastWords? {
    var words = pando_last_words()
    words.mark = PANDO_LAST_WORDS_MARK
    words.signal = 11
    change(&words)
    return withUnsafeBytes(of: words) { LastWords($0) }
  }

  @Test("name an action, in its epoch")
  func action() {
    let said = words {
      $0.culprit = UInt8(pando_culprit_action)
      ($0.lane, $0.epoch, $0.sequence) = (3, 2, 7)
    }
    let (lane, epoch) = (LaneID(rawValue: 3), Epoch(rawValue: 2))
    #expect(said?.culprit == .action(lane, epoch, SequenceNumber(rawValue: 7)))
    #expect(said?.signal == 11)
    let opening = words {
      $0.culprit = UInt8(pando_culprit_action)
      ($0.lane, $0.epoch) = (3, 2)
    }
    #expect(opening?.culprit == .action(lane, epoch, nil))
  }

  @Test("name an effect in words that hold no orders to a terminal")
  func effect() {
    let said = words {
      $0.culprit = UInt8(pando_culprit_effect)
      ($0.lane, $0.nameLength, $0.line) = (3, 255, 12)
      withUnsafeMutableBytes(of: &$0.name) { $0.copyBytes(from: Array("a\u{1B}b\n".utf8)) }
    }
    guard case .effect(_, let name)? = said?.culprit else {
      Issue.record("\(String(describing: said))")
      return
    }
    #expect(name.hasPrefix("a?b?") && name.hasSuffix(":12"))
    #expect(name.utf8.count < 128)
    #expect(!name.hasControlCharacters)
  }

  @Test("of a signal that another process sent name nobody, whatever they say")
  func sent() {
    let said = words {
      ($0.isSent, $0.culprit, $0.lane) = (1, UInt8(pando_culprit_action), 3)
    }
    #expect(said?.isSent == true && said?.culprit == nil)
    let end = ProcessEnd.killed(signal: 11, name: "a fault").told(said)
    #expect(end.linkEnd == .killed)
    #expect("\(end)" == "it was ended by a fault, which another process sent")
  }

  @Test("that make no sense are none")
  func nonsense() {
    #expect(words { $0.mark = 1 } == nil)
    #expect(words { $0.signal = 65 } == nil)
    #expect(words { $0.signal = -1 } == nil)
    #expect(
      [UInt8](repeating: 0, count: LastWords.byteCount - 1).withUnsafeBytes { LastWords($0) } == nil
    )
    #expect(words { $0.culprit = 9 }?.culprit == nil)
  }

  @Test(
    "say how a use of a worker ended",
    arguments: [
      (.killed(signal: 9, name: "it"), nil, .killed),
      (.killed(signal: 15, name: "it"), nil, .killed),
      (.killed(signal: 11, name: "it"), nil, .died), (.exited(status: 3), nil, .died),
      (.exited(status: 75), nil, .hung), (.unknown, nil, .died),
      (
        .exited(status: 3), .action(LaneID(rawValue: 1), .first, nil),
        .crashed(.action(LaneID(rawValue: 1), .first, nil))
      ),
    ] as [(ProcessEnd, Culprit?, LinkEnd)])
  func ends(end: ProcessEnd, culprit: Culprit?, link: LinkEnd) {
    #expect((culprit.map { .told(end, by: $0) } ?? end).linkEnd == link)
  }

  @Test(
    "tell of a crash, even if they are read only after the worker was killed",
    arguments: [0, 11] as [Int32])
  func killed(signal: Int32) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let crash = CrashPipe(ends[0])
    var words = pando_last_words()
    (words.mark, words.signal) = (PANDO_LAST_WORDS_MARK, signal)
    let written = withUnsafeBytes(of: words) { write(ends[1], $0.baseAddress, $0.count) }
    #expect(written == LastWords.byteCount)
    close(ends[1])
    #expect(crash.end(by: SIGKILL) != nil)
    // What calls `exit` has not crashed.
    #expect(crash.hasCrashed == (signal != 0))
  }
}
