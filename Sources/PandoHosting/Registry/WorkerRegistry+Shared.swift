// What a coordinator notes of a registry that many share: there the ids and the ends of workers are decided.
extension WorkerRegistry {
  /// Takes note of a worker that the shared registry has.
  ///
  /// - Parameter joined: When it joined, by the clock of this registry.
  package mutating func show(
    _ id: WorkerID, _ record: WorkerRecord, load: WorkerLoad, isSuspect: Bool, joined: Int,
    atMilliseconds now: Int
  ) {
    var worker = Worker(record: record, joinedMilliseconds: joined, lastBeatMilliseconds: now)
    worker.load = load
    worker.isSuspect = isSuspect
    workers[id] = worker
  }

  /// Takes note of a load that another coordinator has heard of.
  package mutating func note(_ load: WorkerLoad, of id: WorkerID, atMilliseconds now: Int) {
    workers[id]?.load = load
    workers[id]?.placedSinceBeat = 0
    workers[id]?.lastBeatMilliseconds = now
  }

  /// Takes note of a suspicion, or of its end.
  package mutating func note(isSuspect: Bool, of id: WorkerID) {
    workers[id]?.isSuspect = isSuspect
  }

  /// Takes note of a drain, or of its end.
  package mutating func note(drain: Drain?, of id: WorkerID) {
    workers[id]?.drain = drain
  }

  /// Takes note that the shared registry still has a worker that beats elsewhere.
  ///
  /// What was placed on it is forgotten when it is older than a life: by then its load counts it, or the
  /// client that asked never came.
  package mutating func keep(_ id: WorkerID, atMilliseconds now: Int) {
    guard let worker = workers[id] else { return }
    if now - worker.lastBeatMilliseconds > lifeMilliseconds {
      workers[id]?.placedSinceBeat = 0
      workers[id]?.lastBeatMilliseconds = now
    }
  }
}
