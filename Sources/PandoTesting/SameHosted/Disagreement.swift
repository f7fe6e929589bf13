/// Something that a feature did otherwise when it was hosted.
struct Disagreement {
  /// The kind of a difference. A shrunk program must show the same.
  enum Kind {
    case beginning, state, effects, failure, issue, unrest
  }

  let kind: Kind
  /// The faults of the workers that were brought about.
  let faultEvents: [String]
  /// Made only for the program that is shown, as it may take more runs.
  let describe: () -> String
}
