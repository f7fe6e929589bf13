import Synchronization

/// The readers of a page, and the document that they were given last. Bounded.
final class PageReaders: Sendable {
  /// The number of readers at once.
  static let readersAtMost = 16

  private struct State {
    var mailboxes: [Int: PageMailbox] = [:]
    var lastNumber = 0
    var document: PageDocument?
    var letter: PageLetter?
    var isOver = false
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.mailboxes.count } }

  /// Lets a reader in, who finds the last document at once; nil where there are too many, or it is over.
  func join() -> (number: Int, mailbox: PageMailbox)? {
    let mailbox = PageMailbox()
    let joined = state.withLock { state -> (Int, PageLetter?)? in
      guard !state.isOver, state.mailboxes.count < Self.readersAtMost else { return nil }
      state.lastNumber += 1
      state.mailboxes[state.lastNumber] = mailbox
      return (state.lastNumber, state.letter)
    }
    guard let (number, letter) = joined else { return nil }
    if let letter { mailbox.put(letter) } else { mailbox.beat() }
    return (number, mailbox)
  }

  func leave(_ number: Int) {
    _ = state.withLock { state in
      defer {
        // Old by the time that the next one comes.
        if state.mailboxes.count <= 1 { (state.document, state.letter) = (nil, nil) }
      }
      return state.mailboxes.removeValue(forKey: number)
    }
  }

  /// Gives a document to all readers, unless they have it already. Returns whether it was new.
  func publish(_ document: PageDocument) -> Bool {
    guard state.withLock({ $0.document != document }) else { return false }
    let letter = PageLetter(document)
    let mailboxes = state.withLock { state in
      (state.document, state.letter) = (document, letter)
      return Array(state.mailboxes.values)
    }
    for mailbox in mailboxes { mailbox.put(letter) }
    return true
  }

  /// Has every reader hear from us.
  func beat() {
    for mailbox in state.withLock({ Array($0.mailboxes.values) }) { mailbox.beat() }
  }

  /// Ends what all readers get, and lets nobody in.
  func close() {
    let mailboxes = state.withLock { state in
      state.isOver = true
      return Array(state.mailboxes.values)
    }
    for mailbox in mailboxes { mailbox.close() }
  }
}
