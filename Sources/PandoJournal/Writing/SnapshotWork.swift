import Pando

/// The writing of whole states, a piece at a time between groups, and the deletion of what they make needless.
///
/// A state is due once the groups since the last one take more than twice its bytes: so a restart reads no more than
/// three states, and writing them adds half to what the groups take.
struct SnapshotWork {
  /// The bytes of groups from which on a state is due, however small that is.
  private static let leastBytes = 1 << 20

  /// The pieces that are to be written, the last one first.
  private var pieces: [SnapshotPiece] = []
  /// The group before which rows are to be deleted.
  private var compactsBefore: UInt64?
  private var bytesSince: Int
  private var lastBytes: Int
  private var isAsked = false
  /// True if nothing is deleted.
  private let keepsHistory: Bool

  /// - Parameters:
  ///   - bytesSince: The bytes of groups since the last state.
  ///   - lastBytes: The size of that.
  ///   - keepsHistory: True if nothing is to be deleted.
  init(bytesSince: Int, lastBytes: Int, keepsHistory: Bool) {
    self.keepsHistory = keepsHistory
    self.bytesSince = bytesSince
    self.lastBytes = lastBytes
  }

  /// True until the state is written as a whole.
  var hasPieces: Bool { !pieces.isEmpty }

  var hasWork: Bool { !pieces.isEmpty || compactsBefore != nil }

  /// Returns whether a state is due, and takes it for asked for.
  mutating func asks() -> Bool {
    if isAsked || hasWork || bytesSince < max(Self.leastBytes, 2 * lastBytes) { return false }
    isAsked = true
    return true
  }

  /// Notes a group that was written, and what comes with it.
  mutating func note(_ group: CommittedGroup, _ chain: JournalChain) {
    bytesSince += group.patch.byteCount + group.records.count
    if let state = group.snapshot { begin(state, chain) }
  }

  /// Begins to write the state behind the end of the journal.
  mutating func begin(_ state: [UInt8], _ chain: JournalChain) {
    pieces = SnapshotPiece.pieces(of: state, at: chain.end, schema: chain.schema).reversed()
    (bytesSince, lastBytes, isAsked) = (0, state.count, false)
  }

  /// Does a piece of the work, if there is any.
  mutating func step(_ storage: any JournalStorage) throws(JournalError) {
    if let piece = pieces.last {
      try storage.append(piece)
      pieces.removeLast()
      // The row of the state itself has the actions that were owed behind it.
      if pieces.isEmpty, piece.group > 1, !keepsHistory { compactsBefore = piece.group - 1 }
    } else if let group = compactsBefore, try !storage.compact(before: group) {
      compactsBefore = nil
    }
  }
}
