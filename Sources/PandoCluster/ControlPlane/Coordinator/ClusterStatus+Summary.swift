extension ClusterStatus {
  /// One line about the coordinator, for people.
  var summary: String {
    let exceptions = WorkerCounts(workers).exceptions
    let children = workers.reduce(0) { $0 + $1.lanes }
    let parts =
      [
        "\(workers.count) workers\(exceptions.isEmpty ? "" : " (\(exceptions))"), \(children) children"
      ] + (coordinator.problems ?? [])
    return parts.joined(separator: "; ")
  }
}
