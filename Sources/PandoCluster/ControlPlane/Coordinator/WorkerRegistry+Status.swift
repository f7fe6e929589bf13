package import PandoHosting

extension WorkerRegistry {
  /// The time without a beat after which a worker is called silent: that of three, or a second.
  private var silenceMilliseconds: Int { max(1_000, 3 * beatIntervalMilliseconds) }

  /// - Parameter beatsHere: Returns whether what a worker says comes here first.
  package func status(
    atMilliseconds now: Int, beatsHere: (WorkerID) -> Bool = { _ in true }
  ) -> [ClusterStatus.Worker] {
    sortedWorkers.compactMap { id, worker in
      var status = status(of: id, atMilliseconds: now)
      status?.isSilent =
        beatsHere(id) ? now - worker.lastBeatMilliseconds > silenceMilliseconds : nil
      return status
    }
  }

  /// By their ids, the problems that workers found with themselves, as they told them last, as old as they are by now.
  func problems(atMilliseconds now: Int) -> [String: [ProcessProblem]] {
    workers.reduce(into: [:]) { problems, entry in
      let age = now - entry.value.loadMilliseconds
      problems["\(entry.key)"] = entry.value.load.problems?.map { problem in
        var problem = problem
        problem.ageMilliseconds += age
        return problem
      }
    }
  }

  /// Returns a worker as it stands; nil where it is not known.
  package func status(of id: WorkerID, atMilliseconds now: Int) -> ClusterStatus.Worker? {
    guard let worker = workers[id] else { return nil }
    return ClusterStatus.Worker(
      id: "\(id)", name: worker.record.name, endpoint: worker.record.endpoint,
      processID: worker.record.processID, hostName: worker.record.hostName,
      ageMilliseconds: now - worker.joinedMilliseconds,
      silenceMilliseconds: now - worker.lastBeatMilliseconds, lanes: worker.lanes,
      actionsPerSecond: worker.load.actionsPerSecond, features: worker.record.features,
      state: worker.isSuspect ? .suspect : worker.drain == nil ? .ready : .draining,
      drainMillisecondsLeft: drainLeft(id, atMilliseconds: now),
      labels: worker.record.traits.labels.sorted(), lanesAtMost: worker.record.traits.lanesAtMost,
      build: worker.record.traits.build?.text,
      processorUse: worker.load.processorThousandths.map { Double($0) / 1_000 },
      memoryUse: worker.load.memoryThousandths.map { Double($0) / 1_000 },
      share: worker.record.traits.share.map { Double($0.thousandths) / 1_000 },
      publicKey: worker.record.key, isAddressLost: worker.load.isAddressLost,
      processUse: worker.load.processThousandths.map { Double($0) / 1_000 },
      residentBytes: worker.load.residentBytes,
      clockAheadMilliseconds: worker.load.clockAheadMilliseconds)
  }
}
