/// The time that things may take before they count as stuck.
enum Bounds {
  /// For everything accepted to commit or fail, once the faults have ended: the longest pause before a
  /// worker is started again (5 s), three times the time that a hanging action has, the silence that
  /// tells a stopped worker, and room for a machine that others use too.
  static let progressSeconds = 60

  /// For a store to stop, with all its processes.
  static let stopSeconds = 30

  /// For each thing that is to come about in a program with one guilty child: far off, so that a busy machine changes
  /// nothing.
  static let blameSeconds = 1_200

  /// For what was used to be given back to the system.
  static let releaseSeconds = 10
}
