/// Something that a feature did otherwise when it was hosted.
struct Disagreement {
  /// What differs. A shrunk program must show the same.
  enum Kind {
    case beginning, state, effects, failure, issue, unrest
  }

  let kind: Kind
  /// What went wrong with the workers on purpose.
  let faultEvents: [String]
  /// Made only for the program that is shown, as it may take more runs.
  let describe: () -> String
}
