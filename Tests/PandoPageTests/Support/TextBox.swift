import Foundation
import Synchronization

/// A text that one thread writes and another reads.
final class TextBox: Sendable {
  private let text = Mutex("")

  var value: String { text.withLock { $0 } }

  /// Reads from a client on the calling thread.
  func read(_ client: RawClient, until part: String) {
    let read = client.readHere(until: part)
    text.withLock { $0 = read }
  }
}
