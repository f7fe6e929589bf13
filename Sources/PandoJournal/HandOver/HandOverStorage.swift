import Foundation
import PandoWire

/// A journal in memory, which the next process that opens it takes over.
///
/// The holder listens on a socket, on a thread of its own. Who connects sends a word: it wants to *look*, and gets a letter
/// with the store; or to *take*, and gets the letter while no row can be appended. It answers *taken* once it has all of it
/// and can read it, and goes on when the holder says *gone*, and has ended. Then the holder appends nothing any more. Where
/// the other side ends, or says nothing for a while before it was told so, the holder goes on as if nothing had been.
///
/// A socket that can be removed is no witness that a holder lives. So that has a lock on a file for its life.
package final class HandOverStorage: JournalStorage, @unchecked Sendable {
  /// The time for the first word of somebody who connects: others wait behind.
  private static let firstWord = Duration.seconds(1)
  /// The time for all else that is to be said.
  private static let exchange = Duration.seconds(20)
  private static let openersPatience = Duration.seconds(60)
  /// The time for the former holder to end.
  private static let farewell = Duration.seconds(10)

  private let path: String
  private let whenHandedOver: (@Sendable () -> Void)?
  private let lock = NSLock()
  // Guarded by the lock.
  private var letter: HandOverLetter?
  private var hasHandedOver = false
  private var isReadOnly = false
  private var failure: JournalError?
  private var pieces: [SnapshotPiece] = []
  private var listener: Listener?
  private var holding: FileTurn?

  package var place: String { path }

  package var takesOver: Bool { true }

  package var handsOver: Bool { true }

  /// - Parameter whenHandedOver: Called when another has the store; nil to end the process.
  package init(path: String, whenHandedOver: (@Sendable () -> Void)?) {
    self.path = path
    self.whenHandedOver = whenHandedOver
  }

  deinit { close() }

  // MARK: - Opening

  package func open(_ opening: JournalOpening) throws(JournalError) -> JournalContents {
    guard path.utf8.count <= 100 else {
      throw .system(
        "the path of its socket has more than 100 bytes", path: path, code: ENAMETOOLONG)
    }
    try LocalSocket.expectNoFile(at: path)
    try LocalSocket.expectNoFile(at: path + ".next")
    if opening.isReadOnly {
      let found = try asked(HandOverWord.look)?.letter
      try check(found, opening)
      return begin(found, opening, epoch: found?.epoch ?? 0)
    }
    // Two that come at once would each find that nobody listens.
    guard
      let turn = try FileTurn(path + ".lock", atMost: Self.openersPatience, journal: path)
    else { throw .system("another process is opening it", path: path, code: ETIMEDOUT) }
    defer { withExtendedLifetime(turn) {} }
    // First what may fail: from the moment in which the store is taken, nobody else has it.
    let next = path + ".next"
    let listener = Listener(socket: try LocalSocket.listening(at: next))
    do throws(JournalError) {
      let found = try take(opening)
      let contents = begin(found, opening, epoch: (found?.epoch ?? 0) + 1)
      serve(listener, from: next)
      return contents
    } catch {
      unlink(next)
      throw error
    }
  }

  private func begin(
    _ found: HandOverLetter?, _ opening: JournalOpening, epoch: UInt64
  ) -> JournalContents {
    lock.withLock {
      var letter = found ?? HandOverLetter(name: opening.name, epoch: epoch)
      letter.epoch = epoch
      self.letter = letter
      isReadOnly = opening.isReadOnly
      return letter.contents
    }
  }

  /// Returns what the holder sends for a word, and the connection, which is to be closed; nil where there is no holder.
  private func asked(
    _ word: [UInt8]
  ) throws(JournalError) -> (letter: HandOverLetter, socket: LocalSocket)? {
    let deadline = ContinuousClock.now + Self.exchange
    while true {
      guard var socket = try LocalSocket.connected(to: path) else { return nil }
      socket.deadline = deadline
      guard socket.peer?.user == geteuid() else {
        socket.close()
        throw .system("another user's process listens there", path: path, code: EPERM)
      }
      if word == HandOverWord.take, whenHandedOver == nil, socket.peer?.process == getpid() {
        socket.close()
        throw JournalError(.isOpenElsewhere(processID: getpid()), path: path)
      }
      if socket.send(word), let bytes = socket.receive() {
        do throws(WireError) {
          return (try HandOverLetter(bytes), socket)
        } catch {
          socket.close()
          throw JournalError(.stateCannotBeRead("\(error)"), path: path)
        }
      }
      socket.close()
      // Without a word: it has just been handed over to another, which listens in a moment, or is ending.
      if socket.isLate { throw silence }
      usleep(20_000)
    }
  }

  private func take(_ opening: JournalOpening) throws(JournalError) -> HandOverLetter? {
    guard let (letter, asked) = try asked(HandOverWord.take) else {
      holding = try FileTurn(path + ".holder", atMost: .zero, journal: path)
      if holding == nil { throw JournalError(.isOpenElsewhere(processID: nil), path: path) }
      return nil
    }
    var socket = asked
    defer { socket.close() }
    try check(letter, opening)
    try opening.check?(letter.contents, letter.last)
    guard socket.send(HandOverWord.taken) else { throw silence }
    if socket.receive(atMost: HandOverWord.bytesAtMost) != HandOverWord.gone {
      // The holder may have said so just as this stopped to wait. From here on it cannot.
      socket.refuseMore()
      socket.deadline = .now + .milliseconds(100)
      guard socket.receive(atMost: HandOverWord.bytesAtMost) == HandOverWord.gone else {
        throw silence
      }
    }
    // From here on nobody else has the store, and nothing may fail. Its effects end with the process.
    socket.deadline = .now + Self.farewell
    _ = socket.receive(atMost: HandOverWord.bytesAtMost)
    holding = try? FileTurn(path + ".holder", atMost: .seconds(1), journal: path)
    return letter
  }

  private func check(
    _ letter: HandOverLetter?, _ opening: JournalOpening
  ) throws(JournalError) {
    guard let letter, letter.name != opening.name else { return }
    throw JournalError(.isOfAnotherStore(name: letter.name), path: path)
  }

  private var silence: JournalError {
    .system("the process that has it does not hand it over", path: path, code: ETIMEDOUT)
  }

  // MARK: - Handing over

  private func serve(_ listener: Listener, from next: String) {
    let code = rename(next, path) == 0 ? 0 : errno
    if code != 0 { warn("the socket \(path) cannot be named: \(String(cString: strerror(code)))") }
    listener.identity = Listener.identity(of: path)
    lock.withLock { self.listener = listener }
    do throws(JournalError) {
      try JournalThread.start("pando-hand-over", for: path) { [weak self] in
        while let socket = listener.socket.accepted() {
          let isOver = self?.answer(socket) ?? true
          socket.close()
          if isOver { break }
        }
      }
    } catch { warn("\(error)") }
  }

  // Nobody will take the store over, which goes on all the same.
  private func warn(_ text: String) {
    FileHandle.standardError.write(Data("warning: \(text)\n".utf8))
  }

  /// Returns true once the store is handed over.
  private func answer(_ accepted: LocalSocket) -> Bool {
    guard let user = accepted.peer?.user, user == geteuid() || user == 0 else { return false }
    var socket = accepted
    socket.deadline = .now + Self.firstWord
    let word = socket.receive(atMost: HandOverWord.bytesAtMost)
    socket.deadline = .now + Self.exchange
    switch word {
    case HandOverWord.look:
      // What is sent is a copy, so that a slow reader keeps no row waiting.
      if let bytes = lock.withLock({ letter?.bytes }) { _ = socket.send(bytes) }
      return false
    case HandOverWord.take:
      let isOver = lock.withLock {
        guard let letter, !hasHandedOver, socket.send(letter.bytes),
          socket.receive(atMost: HandOverWord.bytesAtMost) == HandOverWord.taken,
          socket.send(HandOverWord.gone)
        else { return false }
        hasHandedOver = true
        (self.letter, holding) = (nil, nil)
        listener?.socket.shutDown()
        listener = nil
        return true
      }
      if isOver { if let whenHandedOver { whenHandedOver() } else { exit(0) } }
      return isOver
    default:
      return false
    }
  }

  // MARK: - Writing

  package func append(_ row: JournalRow) throws(JournalError) {
    try changing { letter throws(JournalError) in
      var reader = ChainReader(from: letter.mark)
      if let problem = reader.follow(row) { throw .misfit(problem, path: path) }
      do throws(WireError) {
        let body = try GroupBody(row.body)
        var state = letter.state ?? []
        letter.state = nil
        try body.patch.apply(to: &state)
        letter.state = state
      } catch {
        throw .misfit("\(error)", path: path)
      }
      (letter.mark, letter.last, letter.schema) = (reader.end, row, row.schema)
    }
  }

  package func append(_ piece: SnapshotPiece) throws(JournalError) {
    try changing { letter throws(JournalError) in
      if let problem = piece.problem(end: letter.mark) { throw .misfit(problem, path: path) }
      // A state that the rows make is there already.
      if letter.state != nil, piece.schema == letter.schema { return }
      if piece.index == 0 { pieces = [] }
      pieces.append(piece)
      letter.mark = letter.mark.moved(by: piece)
      guard let snapshot = JournalSnapshot(pieces, epoch: letter.epoch) else { return }
      (letter.state, letter.schema, pieces) = (snapshot.state, snapshot.schema, [])
    }
  }

  private func changing(
    _ body: (inout HandOverLetter) throws(JournalError) -> Void
  ) throws(JournalError) {
    lock.lock()
    defer { lock.unlock() }
    if isReadOnly { throw .readOnly(path) }
    if hasHandedOver { throw JournalError(.isOpenElsewhere(processID: nil), path: path) }
    if let failure { throw failure }
    guard var changed = letter else { throw .notOpen(path) }
    // So that the state is not copied.
    letter = nil
    do throws(JournalError) {
      try body(&changed)
      letter = changed
    } catch {
      failure = error
      throw error
    }
  }

  package func compact(before group: UInt64) throws(JournalError) -> Bool { false }

  package func checkpointIfDue(isIdle: Bool) throws(JournalError) {}

  // MARK: - Reading and the end

  package func rows(
    from number: UInt64, bytesAtMost: Int
  ) throws(JournalError) -> [JournalRow] {
    lock.withLock { letter?.last.map { $0.number >= number ? [$0] : [] } ?? [] }
  }

  package func wholeStates() throws(JournalError) -> [SnapshotKey] {
    lock.withLock {
      guard let letter, letter.state != nil else { return [] }
      let (mark, epoch) = (letter.mark, letter.epoch)
      return [SnapshotKey(group: mark.group, epoch: epoch, version: mark.version)]
    }
  }

  package func state(_ key: SnapshotKey) throws(JournalError) -> JournalSnapshot? {
    lock.withLock { letter?.snapshot }
  }

  package func close() {
    let own = lock.withLock {
      defer { (listener, letter, holding) = (nil, nil, nil) }
      return listener
    }
    // Where it was handed over there is none, and the name is another's.
    guard let own else { return }
    if let identity = own.identity, Listener.identity(of: path) == identity { unlink(path) }
    own.socket.shutDown()
  }
}
