@testable import PandoJournal

extension MemoryDisk.Contents {
  /// The whole states' keys, the newest first.
  var wholeStates: [SnapshotKey] {
    var counts: [UInt64: [UInt64: [SnapshotPiece]]] = [:]
    for piece in pieces {
      counts[piece.piece.group, default: [:]][piece.epoch, default: []].append(piece.piece)
    }
    let keys = counts.flatMap { group, epochs in
      epochs.compactMap { epoch, pieces in
        pieces.allSatisfy { $0.count == pieces.count }
          ? SnapshotKey(group: group, epoch: epoch, version: pieces[0].version) : nil
      }
    }
    return keys.sorted { ($0.group, $0.epoch) > ($1.group, $1.epoch) }
  }

  /// Returns the state with a key; nil if its pieces are damaged.
  func state(_ key: SnapshotKey) -> JournalSnapshot? {
    let own = pieces.filter { $0.epoch == key.epoch && $0.piece.group == key.group }
    return JournalSnapshot(
      own.map(\.piece).sorted { $0.index < $1.index }, epoch: key.epoch)
  }

  /// Finds where the journal ends. Returns the newest whole state and the end, or what is wrong.
  func survey(
    acceptsLoss: Bool
  ) -> Result<(snapshot: JournalSnapshot?, end: JournalMark), JournalError> {
    func refuse(_ problem: JournalError.Reason) -> JournalError {
      JournalError(problem, path: MemoryStorage.place)
    }
    let snapshot = wholeStates.first.flatMap(state)
    if let key = wholeStates.first, snapshot == nil {
      return .failure(refuse(.isDamaged("the state behind group \(key.group) is not as it was")))
    }
    var reader = ChainReader(from: snapshot?.mark ?? .zero)
    for row in rows where row.number > snapshot?.mark.group ?? 0 {
      guard let problem = reader.follow(row) else { continue }
      if !acceptsLoss || (reader.end.group == 0 && row.number > 1) {
        return .failure(refuse(.isDamaged(problem)))
      }
      break
    }
    if !acceptsLoss {
      let marked = rows.first { $0.number == mark.group }?.hash
      let problem = mark.problem(end: reader.end, hashThere: mark.group == 0 ? nil : marked)
      if let problem { return .failure(refuse(problem)) }
    }
    return .success((snapshot, reader.end))
  }
}
