/// The work that a store leaves for after the unlock: all that may call users' code, or wakes a task. Guarded by the
/// store's lock.
struct Aftermath {
  /// The tasks to resume, last of all.
  var freed: [UnsafeContinuation<Void, Never>] = [] { didSet { noteChange() } }
  /// The calls to make, before anybody goes on who waited for them.
  var calls: [() -> Void] = [] { didSet { noteChange() } }
  /// The reports to make, before anybody goes on who waited for the end of what they are about.
  var reports: [() -> Void] = [] { didSet { noteChange() } }
  /// The number of threads that report what belongs to commits that are over.
  private var reportingCount = 0
  /// The tasks that wait for ends that have come, until what belongs to them was reported.
  private var awaitingReports: [UnsafeContinuation<Void, Never>] = []

  /// True if nothing is to be done. Kept, as every action asks for it.
  private(set) var isEmpty = true

  private mutating func noteChange() {
    isEmpty = freed.isEmpty && calls.isEmpty && reports.isEmpty
  }

  /// Takes the reports, which are to be followed by ``endReports()``.
  mutating func takeReports() -> [() -> Void] {
    if reports.isEmpty { return [] }
    defer { reports = [] }
    reportingCount += 1
    return reports
  }

  /// Notes that the reports taken have been made. Returns the tasks that waited for that.
  mutating func endReports() -> [UnsafeContinuation<Void, Never>] {
    reportingCount -= 1
    guard reportingCount == 0 else { return [] }
    defer { awaitingReports = [] }
    return awaitingReports
  }

  /// Resumes a task that waits for an end that has come.
  mutating func free(_ continuation: UnsafeContinuation<Void, Never>) {
    if reportingCount > 0 {
      awaitingReports.append(continuation)
    } else {
      freed.append(continuation)
    }
  }
}
