/// The messages of one peer that answer nothing it was asked. A few may come, and a peer that goes on is cut off: else
/// whoever empties a queue that never ends has no time for anything else.
struct StrayMessages {
  private let messagesAtMost: Int
  private let bytesAtMost: Int
  private var messages = 0
  private var bytes = 0

  init(messagesAtMost: Int, bytesAtMost: Int) {
    self.messagesAtMost = messagesAtMost
    self.bytesAtMost = bytesAtMost
  }

  /// Counts one more. Returns true where there were too many, or too many bytes of them.
  mutating func note(byteCount: Int) -> Bool {
    messages += 1
    bytes += byteCount
    return messages > messagesAtMost || bytes > bytesAtMost
  }
}
