// What a coordinator notes of a registry that many share: there the ids and the ends of workers are decided.
extension WorkerRegistry {
  /// Takes note of a worker that the shared registry has.
  ///
  /// - Parameter joined: When it joined, by the clock of this registry.
  package mutating func show(
    _ id: WorkerID, _ record: WorkerRecord, load: WorkerLoad?, isSuspect: Bool, joined: Int,
    atMilliseconds now: Int
  ) {
    var worker = Worker(record: record, joinedMilliseconds: joined, lastBeatMilliseconds: now)
    worker.load = load?.bounded ?? .none
    worker.hasTold = load != nil
    worker.isSuspect = isSuspect
    add(id, worker)
  }

  /// Takes note of a load that another coordinator has heard of.
  package mutating func note(_ load: WorkerLoad, of id: WorkerID, atMilliseconds now: Int) {
    change(id) { worker in
      worker.load = load.bounded
      worker.placedSinceBeat = 0
      worker.hasTold = true
      worker.lastBeatMilliseconds = now
    }
  }

  /// Takes note of a suspicion, or of its end.
  package mutating func note(isSuspect: Bool, of id: WorkerID) {
    change(id) { $0.isSuspect = isSuspect }
  }

  /// Takes note of a drain, or of its end.
  package mutating func note(drain: Drain?, of id: WorkerID) {
    change(id) { $0.drain = drain }
  }

  /// Takes note that the shared registry still has a worker that beats elsewhere.
  ///
  /// What was placed on it, and that a client suspects it, is forgotten after a life, unless the registry has
  /// it: by then the load counts what was placed, or the client that asked never came, and a report that the
  /// registry did not take is as old.
  package mutating func keep(_ id: WorkerID, isSuspect: Bool, atMilliseconds now: Int) {
    guard let worker = workers[id] else { return }
    if now - worker.lastBeatMilliseconds > lifeMilliseconds {
      change(id) { worker in
        worker.placedSinceBeat = 0
        worker.isSuspect = isSuspect
        worker.lastBeatMilliseconds = now
      }
    }
  }
}
