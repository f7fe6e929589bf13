extension JournalMark {
  /// Returns the position behind a piece of a state: a first state moves the start, as it may have a version already.
  func moved(by piece: SnapshotPiece) -> JournalMark {
    if group != 0 || piece.group != 0 || piece.index < piece.count - 1 { return self }
    return JournalMark(group: 0, version: piece.version, hash: piece.hash, epoch: epoch)
  }
}
