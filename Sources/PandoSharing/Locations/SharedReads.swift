import Synchronization

/// The reads of shared values that something is told of in the place of `Observation`: what renders
/// views, which looks again at what a frame has shown.
package enum SharedReads {
  /// Takes a question that is answered yes once the value that was read has changed.
  package typealias Note = @Sendable (_ hasChanged: @escaping @Sendable () -> Bool) -> Void

  /// Takes what is read in the task; nil where nothing does.
  @TaskLocal static var note: Note?

  private static let noted = Atomic(false)

  /// True if any were ever noted in the process.
  static var areNoted: Bool { noted.load(ordering: .relaxed) }

  /// Runs `body`, of whose reads `note` is told.
  package static func noting<Result>(
    _ note: @escaping Note, _ body: () throws -> Result
  ) rethrows -> Result {
    noted.store(true, ordering: .relaxed)
    return try $note.withValue(note, operation: body)
  }
}
