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
      worker.note(load, atMilliseconds: now)
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
  /// What was placed on it is forgotten a life after the last load: by then that counts it, or the client that
  /// asked never came. A report that the registry does not have is forgotten a life after it came, however often
  /// loads come meanwhile: the registry did not take it, or the worker has beaten elsewhere since.
  package mutating func keep(_ id: WorkerID, isSuspect: Bool, atMilliseconds now: Int) {
    guard let worker = workers[id] else { return }
    let suspicion =
      isSuspect || worker.isSuspect && now - worker.reportedMilliseconds <= lifeMilliseconds
    let isOld = now - worker.lastBeatMilliseconds > lifeMilliseconds
    guard isOld || worker.isSuspect != suspicion else { return }
    change(id) { worker in
      worker.isSuspect = suspicion
      if isOld {
        worker.placedSinceBeat = 0
        worker.lastBeatMilliseconds = now
      }
    }
  }
}
