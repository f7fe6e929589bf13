import Foundation
import PandoWire

/// A journal in memory, which the next process that opens it takes over.
///
/// The holder listens on a socket, on a thread of its own. Who connects sends a word: it wants to *look*, and gets a letter
/// with the store; or to *take*, and gets the letter while no row can be appended. It answers *taken* once it has all of it,
/// and goes on when the holder says *gone*. Then the holder appends nothing any more. Where the other side ends or says
/// nothing for ``secondsAtMost``, before it was told so, the holder goes on as if nothing had been.
package final class HandOverStorage: JournalStorage, @unchecked Sendable {
  private enum Word {
    static let look = Array("look".utf8)
    static let take = Array("take".utf8)
    static let taken = Array("taken".utf8)
    static let gone = Array("gone".utf8)
  }

  /// The longest silence of the other side, which has but to read.
  private static let secondsAtMost = 10
  private static let looksAtMost = 50

  private let path: String
  private let whenHandedOver: @Sendable () -> Void
  private let lock = NSLock()
  // Guarded by the lock.
  private var letter: HandOverLetter?
  private var hasHandedOver = false
  private var isReadOnly = false
  private var failure: JournalError?
  private var pieces: [SnapshotPiece] = []
  private var listener: Listener?

  package var place: String { path }

  package var takesOver: Bool { true }

  package init(path: String, whenHandedOver: @escaping @Sendable () -> Void) {
    self.path = path
    self.whenHandedOver = whenHandedOver
  }

  deinit { close() }

  // MARK: - Opening

  package func open(_ opening: JournalOpening) throws(JournalError) -> JournalContents {
    if opening.isReadOnly {
      let found = try look()
      try check(found, opening)
      return begin(found, opening, epoch: found?.epoch ?? 0)
    }
    // Two that come at once would each find that nobody listens.
    let turn = try OpenersTurn(path)
    defer { turn.end() }
    // First what may fail: from the moment in which the store is taken, nobody else has it.
    let next = path + ".next"
    let listener = Listener(socket: try LocalSocket.listening(at: next))
    do throws(JournalError) {
      let found = try take(opening)
      let contents = begin(found, opening, epoch: (found?.epoch ?? 0) + 1)
      guard rename(next, path) == 0 else {
        throw .system("its socket cannot be named", path: path)
      }
      serve(listener)
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
      return JournalContents(
        epoch: epoch, snapshot: letter.snapshot, mark: letter.mark, isNew: letter.state == nil)
    }
  }

  private func look() throws(JournalError) -> HandOverLetter? {
    for _ in 0..<Self.looksAtMost {
      guard let socket = try LocalSocket.connected(to: path) else { return nil }
      defer { socket.close() }
      socket.limit(seconds: Self.secondsAtMost)
      if socket.send(Word.look), let bytes = socket.receive() { return try read(bytes) }
      // It has just been handed over to another, which listens in a moment.
      usleep(20_000)
    }
    throw silence
  }

  private func take(_ opening: JournalOpening) throws(JournalError) -> HandOverLetter? {
    guard let socket = try LocalSocket.connected(to: path) else { return nil }
    defer { socket.close() }
    socket.limit(seconds: Self.secondsAtMost)
    guard socket.send(Word.take), let bytes = socket.receive() else { throw silence }
    let letter = try read(bytes)
    try check(letter, opening)
    guard socket.send(Word.taken) else { throw silence }
    if socket.receive() == Word.gone { return letter }
    // The holder may have said so just as this stopped to wait. From here on it cannot.
    socket.refuseMore()
    guard socket.receive() == Word.gone else { throw silence }
    return letter
  }

  private func read(_ bytes: [UInt8]) throws(JournalError) -> HandOverLetter {
    do throws(WireError) {
      return try HandOverLetter(bytes)
    } catch {
      throw JournalError(.stateCannotBeRead("\(error)"), path: path)
    }
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

  private func serve(_ listener: Listener) {
    lock.withLock { self.listener = listener }
    let thread = Thread { [weak self] in
      while let socket = listener.socket.accepted() {
        socket.limit(seconds: Self.secondsAtMost)
        let isOver = self?.answer(socket) ?? true
        socket.close()
        if isOver { break }
      }
    }
    thread.name = "pando-hand-over"
    thread.start()
  }

  /// Returns true once the store is handed over.
  private func answer(_ socket: LocalSocket) -> Bool {
    switch socket.receive() {
    case Word.look:
      // What is sent is a copy, so that a slow reader keeps no row waiting.
      if let bytes = lock.withLock({ letter?.bytes }) { _ = socket.send(bytes) }
      return false
    case Word.take:
      let isOver = lock.withLock {
        guard let letter, !hasHandedOver else { return false }
        hasHandedOver =
          socket.send(letter.bytes) && socket.receive() == Word.taken && socket.send(Word.gone)
        if hasHandedOver { listener = nil }
        return hasHandedOver
      }
      if isOver { whenHandedOver() }
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
      return [SnapshotKey(group: letter.mark.group, epoch: letter.epoch)]
    }
  }

  package func state(_ key: SnapshotKey) throws(JournalError) -> JournalSnapshot? {
    lock.withLock { letter?.snapshot }
  }

  package func close() {
    let own = lock.withLock {
      defer { (listener, letter) = (nil, nil) }
      return listener
    }
    // Where it was handed over there is none, and the name is another's.
    guard let own else { return }
    unlink(path)
    own.socket.shutDown()
  }
}

/// A socket that is closed when neither the storage nor its thread uses it.
private final class Listener: Sendable {
  let socket: LocalSocket

  init(socket: LocalSocket) { self.socket = socket }

  deinit { socket.close() }
}

/// The turn to open a journal, which one process at a time has.
private struct OpenersTurn {
  private static let patience = Duration.seconds(30)
  private let descriptor: Int32

  init(_ path: String) throws(JournalError) {
    descriptor = Glibc.open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .system("its .lock file cannot be opened", path: path)
    }
    let end = ContinuousClock.now + Self.patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else {
        Glibc.close(descriptor)
        throw .system("another process is opening it", path: path, code: ETIMEDOUT)
      }
      usleep(10_000)
    }
  }

  func end() {
    flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
  }
}
