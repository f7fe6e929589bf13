import Glibc
import Pando

/// Counts the words of one shard of the files; the feature that is hosted.
///
/// An action names files, and the state holds what they came to: no text crosses to the worker or back.
///
/// The reducer reads and counts, and no effect does. So a batch counts once, in the order of its shard, and one that
/// a worker was at when it died is counted again by another. For that a reducer must come to the same result each
/// time. It does as long as the files stay as they were found.
@Reducer
struct FileCount {
  struct State: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    /// The sum of all batches. A file that can no longer be read is missing in it.
    var counts = Counts()
    /// The process that counted the last batch.
    var processID: Int32 = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case count(Batch)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .count(let batch):
        for file in batch {
          if let counts = try? file.counts() { state.counts += counts }
        }
        state.processID = getpid()
        return .none
      }
    }
  }
}
