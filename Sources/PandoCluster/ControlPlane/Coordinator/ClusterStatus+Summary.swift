extension ClusterStatus {
  /// The number of children that the workers host.
  var childCount: Int { workers.reduce(0) { $0 + $1.lanes } }

  /// One line about the coordinator, for people.
  var summary: String {
    let exceptions = WorkerCounts(workers).exceptions
    let workers = "\(workers.count) workers\(exceptions.isEmpty ? "" : " (\(exceptions))")"
    let worst = problems.first { $0.isNow }.map { "; \($0.subject) \($0.text)" } ?? ""
    return "\(workers), \(childCount) children\(worst)"
  }
}
