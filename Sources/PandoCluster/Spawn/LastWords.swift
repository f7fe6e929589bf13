import CBlackBox
import PandoHosting

/// The last words of a worker: how its process ends, and by whose code, as far as the thread that ended it knew.
struct LastWords: Equatable {
  /// The signal that ends it; nil where it called `exit`.
  let signal: Int32?
  /// True if another process sent the signal.
  let isSent: Bool
  /// Nil where it is not known.
  let culprit: Culprit?
  /// The session of the client that the culprit is of, in the process that says it.
  let client: UInt64

  /// The number of bytes in which a worker says them.
  static let byteCount = MemoryLayout<pando_last_words>.size

  /// Reads what a worker has written; nil where that makes no sense. A worker may lie.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.byteCount else { return nil }
    let words = bytes.loadUnaligned(as: pando_last_words.self)
    guard words.mark == PANDO_LAST_WORDS_MARK, (0...64).contains(words.signal) else { return nil }
    signal = words.signal == 0 ? nil : words.signal
    isSent = words.isSent != 0
    culprit = isSent ? nil : Self.culprit(words)
    client = words.client
  }

  private static func culprit(_ words: pando_last_words) -> Culprit? {
    let lane = LaneID(rawValue: words.lane)
    switch Int(words.culprit) {
    case pando_culprit_action:
      let sequence = words.sequence == 0 ? nil : SequenceNumber(rawValue: words.sequence)
      return .action(lane, Epoch(rawValue: words.epoch), sequence)
    case pando_culprit_effect:
      let ends = words.epoch == PANDO_ENDING_EPOCH
      return .effect(lane, name: ends ? "that was being cancelled" : name(words))
    default:
      return nil
    }
  }

  private static func name(_ words: pando_last_words) -> String {
    let name = withUnsafeBytes(of: words.name) { bytes in
      String(decoding: bytes.prefix(Int(words.nameLength)), as: UTF8.self).printable
    }
    return words.line == 0 ? name : "\(name):\(words.line)"
  }
}

extension ProcessEnd {
  /// The same end with what the worker said of it.
  func told(_ words: LastWords?) -> ProcessEnd {
    guard let words, words.isSent || words.culprit != nil else { return self }
    // Where stores share the worker, each has lanes with the same numbers.
    return .told(self, by: words.culprit?.of(SessionNumber(ofHost: words.client)))
  }
}
