extension WorkerRegistry {
  /// The outcome of a join.
  package struct Joined: Equatable {
    package let lease: WorkerLease
    /// The worker that had its endpoint before, and is unknown from now on.
    package let replaced: WorkerID?
  }

  /// The outcome of a beat.
  package enum Beat: Equatable {
    case known
    /// It had been suspected.
    case recovered
    /// It has expired, was replaced, or joined another coordinator: it has to join again.
    case unknown
  }

  /// The outcome of a client's report.
  package enum Report: Equatable {
    case suspected
    case suspectedAlready
    case unknown
  }

  package mutating func join(_ record: WorkerRecord, atMilliseconds now: Int) -> Joined {
    let holder = holder(of: record.endpoint)
    let former = holder?.id
    if let former { remove(former) }
    let id = nextID()
    add(id, Worker(record: record, joinedMilliseconds: now, lastBeatMilliseconds: now))
    if let left = record.drain {
      drain(
        id, withinMilliseconds: left.milliseconds, isEnding: left.isEnding, atMilliseconds: now)
    } else if record.life != nil, let worker = holder?.worker, worker.record.life == record.life {
      // The same process, which has not heard of it yet.
      change(id) { $0.drain = worker.drain }
    }
    let lease = WorkerLease(
      id: id, beatIntervalMilliseconds: beatIntervalMilliseconds,
      lifeMilliseconds: lifeMilliseconds)
    return Joined(lease: lease, replaced: former)
  }

  package mutating func beat(
    _ id: WorkerID, load: WorkerLoad, atMilliseconds now: Int
  ) -> Beat {
    guard let worker = workers[id] else { return .unknown }
    change(id) { worker in
      worker.lastBeatMilliseconds = now
      worker.beat(load, atMilliseconds: now)
      worker.isSuspect = false
    }
    return worker.isSuspect ? .recovered : .known
  }

  /// Nil when it was not known.
  @discardableResult
  package mutating func leave(_ id: WorkerID) -> WorkerRecord? {
    remove(id)?.record
  }

  package mutating func report(dead id: WorkerID, atMilliseconds now: Int) -> Report {
    guard let worker = workers[id] else { return .unknown }
    guard !worker.isSuspect else { return .suspectedAlready }
    change(id) { worker in
      worker.isSuspect = true
      worker.reportedMilliseconds = now
    }
    return .suspected
  }

  /// Forgets the workers that have not beaten for longer than a life, and returns them.
  package mutating func expire(atMilliseconds now: Int) -> [WorkerID: WorkerRecord] {
    let dead = workers.filter { now - $0.value.lastBeatMilliseconds > lifeMilliseconds }
    for id in dead.keys { remove(id) }
    return dead.mapValues(\.record)
  }
}
