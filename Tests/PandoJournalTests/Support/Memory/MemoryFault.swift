import Glibc

@testable import PandoJournal

/// A fault of a disk in memory: an append that fails.
struct MemoryFault: Equatable, Sendable {
  /// The number of appends, of rows and pieces, that succeed before the one that fails.
  var appendsBefore: Int
  /// The errno that it fails with, as `EIO` and `ENOSPC`.
  var code: Int32
  /// True if what was appended is kept nevertheless, so that only the answer is lost.
  var keeps: Bool

  init(appendsBefore: Int, code: Int32 = EIO, keeps: Bool) {
    self.appendsBefore = appendsBefore
    self.code = code
    self.keeps = keeps
  }
}
