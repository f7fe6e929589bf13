/// Reads the files of an assignment, from a place in it to its end.
struct AssignmentReader: Sendable {
  let assignment: Assignment
  let place: Place

  /// Sends every piece in order, each once the one before it was taken.
  func run(_ send: (TextCount.Action) async -> Void) async {
    var place = place
    while place.file < assignment.paths.count, !Task.isCancelled {
      do throws(FileProblem) {
        let reader = try TextReader(
          path: SourceFile.absolute(assignment.paths[place.file], in: assignment.directory))
        var isAtEnd = false
        while !isAtEnd, !Task.isCancelled {
          let text = try reader.read(at: place.offset)
          await send(
            .read(
              Piece(
                place: place, text: text.text, byteCount: text.byteCount, isLast: text.isLast)))
          place.offset += text.byteCount
          isAtEnd = text.isLast
        }
      } catch {
        await send(.skipped(place, error))
      }
      place.file += 1
      place.offset = 0
    }
  }
}
