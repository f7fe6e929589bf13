import PandoHosting
package import PandoWire

/// Gathers what a store commits, and hands it over in groups to whoever makes it durable. Guarded by the store's lock.
///
/// A group is what committed while the one before it was written: so a disk that takes its time makes groups larger, and
/// nothing waits for a timer. The state is encoded once a group, whatever it changed: O(size of the state).
package final class StoreJournal<State: Sendable, Action: Sendable> {
  private let encodeState: (UnsafeMutablePointer<State>, inout WireWriter) throws(WireError) -> Void
  private let encodeAction: (Action, inout WireWriter) throws(WireError) -> Void
  /// Called with the store's lock held: it hands over, and waits for nothing.
  private let write: (CommittedGroup) -> Void
  private let fail: (WireError) -> Void

  /// The version of the store as of the last group that was handed over.
  package private(set) var version: UInt64
  /// The encoded state at that version.
  private var latest: [UInt8]
  private var records = WireWriter()
  /// Holds an action while it is encoded.
  private var scratch = WireWriter()
  /// The bytes that count against the store's window: of the group to come, and of the one that is being written.
  private var openBytes = 0
  private var writtenBytes = 0
  /// True if an action that a commit gave rise to may wait in the buffer.
  private(set) var mayOwe = false
  /// The actions that were owed when the store stopped; nil before.
  var owedAtStop: [Action]?
  private var wantsSnapshot = false
  /// True once a group could not be made or written: nothing leaves the store any more.
  private(set) var hasFailed = false
  /// The version whose commits are durable.
  private(set) var durableVersion: UInt64
  /// True if groups become durable while no thread of the program's does anything for it.
  let makesRoomByItself: Bool
  /// Ends what makes groups durable, and returns when nothing is written any more.
  let end: @Sendable () async -> Void
  /// Looks into what was written; nil where nobody can.
  let findPast: PastGroup<State, Action>.Find?

  /// - Parameters:
  ///   - version: The version of the store at the start.
  ///   - latest: The encoded state at that version, as it can be read back.
  ///   - makesRoomByItself: False where the thread that sends is the one that makes groups durable.
  ///   - write: Takes a group over. Called in order, with the store's lock held, and not again before
  ///     ``StoreEngine/noteDurable(wantsSnapshot:)`` has been.
  ///   - fail: Called once when a state cannot be encoded.
  ///   - end: Returns when nothing is written any more, and whoever comes may open the journal.
  ///   - findPast: Looks into what was written.
  package init(
    version: UInt64, latest: [UInt8], makesRoomByItself: Bool = true,
    write: @escaping (CommittedGroup) -> Void,
    fail: @escaping (WireError) -> Void, end: @escaping @Sendable () async -> Void,
    findPast: PastGroup<State, Action>.Find? = nil
  ) where State: Codable, Action: Codable {
    let (state, action) = (ValueCoding<State>(), ValueCoding<Action>())
    encodeState = { value, writer throws(WireError) in try state.encode(value, &writer) }
    encodeAction = { value, writer throws(WireError) in
      var value = value
      try action.encode(&value, &writer)
    }
    self.version = version
    self.latest = latest
    self.makesRoomByItself = makesRoomByItself
    self.write = write
    self.fail = fail
    self.end = end
    self.findPast = findPast
    durableVersion = version
  }

  deinit {
    Task { [end] in await end() }
  }

  // MARK: - Commits

  /// Notes an action that has just committed. Returns the number of bytes that it takes until it is durable.
  func note(_ action: Action, _ kind: RecordKind) -> Int {
    if hasFailed { return 0 }
    scratch.removeAll()
    // One that cannot be encoded is left out: its name is known, and its outcome is in the state.
    try? encodeAction(action, &scratch)
    let start = records.count
    records.append(kind.rawValue)
    scratch.withBytes { records.appendBytes($0) }
    // The memory of one huge action is not kept for ever.
    if scratch.count > 64 << 10 { scratch = WireWriter() }
    let count = records.count - start + Self.bytesPerCommit
    openBytes += count
    return count
  }

  /// The bytes that a commit takes beside its action, about.
  private static var bytesPerCommit: Int { 64 }

  /// Notes an action that a commit gave rise to.
  func owe(_ pending: AnyPendingAction) {
    pending.isOwed = true
    mayOwe = true
  }

  /// The encoded action.
  func encoded(_ action: Action) throws(WireError) -> [UInt8] {
    var writer = WireWriter()
    try encodeAction(action, &writer)
    return writer.finish()
  }

  /// Hands a group over, with what the state has become.
  ///
  /// - Parameter owed: The actions that are owed, in the order in which they are to commit.
  func cut(
    _ state: UnsafeMutablePointer<State>, version: UInt64, owed: [Action]
  ) {
    do {
      var writer = WireWriter()
      try encodeState(state, &writer)
      let new = writer.finish()
      var owedBytes: [[UInt8]] = []
      for action in owed { owedBytes.append(try encoded(action)) }
      let group = CommittedGroup(
        version: self.version, commitCount: version - self.version,
        patch: Patch(from: latest, to: new), records: records.takeBytes() ?? [],
        owed: owedBytes, snapshot: wantsSnapshot ? new : nil)
      mayOwe = !owed.isEmpty
      latest = new
      self.version = version
      (writtenBytes, openBytes, wantsSnapshot) = (openBytes, 0, false)
      write(group)
    } catch {
      hasFailed = true
      fail(error)
    }
  }

  /// Nothing will be durable any more. Returns the bytes that waited to be.
  func giveUp() -> Int {
    defer { (openBytes, writtenBytes) = (0, 0) }
    hasFailed = true
    records.removeAll()
    return openBytes + writtenBytes
  }

  /// The group that was handed over is durable. Returns the bytes that it took.
  func noteDurable(wantsSnapshot: Bool) -> Int {
    self.wantsSnapshot = self.wantsSnapshot || wantsSnapshot
    defer { writtenBytes = 0 }
    durableVersion = version
    return writtenBytes
  }
}
