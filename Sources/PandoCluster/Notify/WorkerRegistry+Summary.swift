import PandoHosting

extension WorkerRegistry {
  /// One line about the workers, for people.
  var summary: String {
    "\(workers.count) workers, \(workers.values.reduce(0) { $0 + $1.lanes }) children"
  }
}
