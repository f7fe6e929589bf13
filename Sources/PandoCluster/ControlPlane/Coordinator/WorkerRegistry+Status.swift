import PandoHosting

extension WorkerRegistry {
  package func status(atMilliseconds now: Int) -> [ClusterStatus.Worker] {
    sortedWorkers.map { id, worker in
      ClusterStatus.Worker(
        id: "\(id)", name: worker.record.name, endpoint: worker.record.endpoint,
        processID: worker.record.processID, hostName: worker.record.hostName,
        ageMilliseconds: now - worker.joinedMilliseconds,
        silenceMilliseconds: now - worker.lastBeatMilliseconds, lanes: worker.lanes,
        actionsPerSecond: worker.load.actionsPerSecond, features: worker.record.features,
        state: worker.isSuspect ? .suspect : .ready)
    }
  }
}
