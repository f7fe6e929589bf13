import Pando

/// Counts the words of one shard of the files as ``FileCount`` does, but has the text sent as
/// actions.
///
/// This is the slow way: each piece of text goes from the worker to the store and back. An effect
/// reads in the worker and sends the text; the reducer counts it. How far the counting is stands in
/// the state, so that after the loss of a worker reading goes on where the last committed action
/// left it.
@Reducer
struct TextCount {
  struct State: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var assignment: Assignment?
    var place = Place()
    var scanner = WordScanner()
    /// The part of the assignment that has been counted.
    var report = Report()
  }

  enum Action: Codable, Equatable, Sendable {
    /// The parent hands out files.
    case assigned(Assignment)
    /// The worker that read has gone.
    case interrupted
    case read(Piece)
    case skipped(Place, FileProblem)
    /// For the parent, which adds the report to its totals and has the next assignment.
    case finished(Report)
  }

  private enum CancelID: Hashable { case reading }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .assigned(let assignment):
        state.assignment = assignment
        state.place = Place(assignment: assignment.number)
        state.report = Report()
        return Self.read(from: state)

      case .interrupted:
        return Self.read(from: state)

      case .read(let piece):
        // Text counts once, however often it was read.
        guard piece.place == state.place else { return .none }
        state.scanner.scan(piece.text, into: &state.report.counts)
        state.report.counts.bytes += piece.byteCount
        state.place.offset += piece.byteCount
        guard piece.isLast else { return .none }
        state.scanner.finish(into: &state.report.counts)
        state.report.counts.files += 1
        return Self.goOn(&state)

      case .skipped(let place, let problem):
        guard place == state.place else { return .none }
        state.scanner.finish(into: &state.report.counts)
        state.report.add(problem)
        return Self.goOn(&state)

      case .finished:
        state.assignment = nil
        state.place = Place()
        state.report = Report()
        return .none
      }
    }
  }

  /// The file at the place is done.
  private static func goOn(_ state: inout State) -> Effect<Action> {
    state.place.file += 1
    state.place.offset = 0
    guard let assignment = state.assignment, state.place.file == assignment.paths.count else {
      return .none
    }
    return .send(.finished(state.report))
  }

  /// Reads what is left of the assignment. A reader that still runs is cancelled.
  private static func read(from state: State) -> Effect<Action> {
    guard let assignment = state.assignment else { return .none }
    let reader = AssignmentReader(assignment: assignment, place: state.place)
    return .run(name: "reading") { send in
      await reader.run { await send($0) }
    }
    .cancellable(id: CancelID.reading, cancelInFlight: true)
  }
}
