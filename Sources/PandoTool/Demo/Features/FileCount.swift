import Pando

/// Counts the words of one shard of the files; the feature that is hosted.
///
/// An action names files, and the state holds what they came to: no text crosses to the worker or
/// back.
///
/// The reducer reads and counts, and no effect does. A store runs its reducers one after the other,
/// which is what hosting changes: each worker runs those of its children, at the same time as the
/// others. And what a reducer does is under every promise: a batch counts once, in the order of its
/// shard, and one that a worker was at when it died is counted again by another. For that a reducer
/// must come to the same result each time. It does as long as the files stay as they were found,
/// which the demo checks.
@Reducer
struct FileCount {
  struct State: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    /// In which word and which file the last batch ended.
    var counter = BatchCounter()
    /// The result of the last batch; the parent adds it up.
    var report = Report()
    /// The process that counted it.
    var processID: Int32?
  }

  enum Action: Codable, Equatable, Sendable {
    case count(Batch)
  }

  @Dependency(\.processID) var processID

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .count(let batch):
        state.report = state.counter.count(batch)
        state.processID = processID
        return .none
      }
    }
  }
}
