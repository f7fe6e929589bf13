import Logging
import PandoHosting
import ZeroMQ

/// The question to several workers which lanes they have.
struct LaneSurvey {
  let workers: [ClusterStatus.Worker]
  let keys: ClusterKeys
  let lanesAtMost: Int
  let timeoutMilliseconds: Int

  /// Asks all at once, and waits for the answers on the calling thread.
  func run() -> [Result<LaneReport, WorkerSilence>] {
    let timeoutMilliseconds = min(self.timeoutMilliseconds, MonotonicClock.waitMillisecondsAtMost)
    let deadline = MonotonicClock.nowMilliseconds() + timeoutMilliseconds
    var results = [Result<LaneReport, WorkerSilence>?](repeating: nil, count: workers.count)
    var askings: [(index: Int, asking: WorkerAsking<LaneReport>)] = []
    for index in workers.indices {
      do throws(WorkerSilence) {
        askings.append((index, try asking(workers[index], number: UInt64(index))))
      } catch {
        results[index] = .failure(error)
      }
    }
    do {
      let answers = try WorkerSurvey.run(
        askings.map(\.asking), untilMilliseconds: deadline, timeoutMilliseconds: timeoutMilliseconds
      )
      for (open, answer) in zip(askings, answers) { results[open.index] = answer }
    } catch {
      for open in askings where results[open.index] == nil {
        results[open.index] = .failure(
          WorkerSilence(unasked: "\(open.asking.endpoint)", "\(error)"))
      }
    }
    return results.map { $0 ?? .failure(WorkerSilence(description: "It was not asked.")) }
  }

  private func asking(
    _ worker: ClusterStatus.Worker, number: UInt64
  ) throws(WorkerSilence) -> WorkerAsking<LaneReport> {
    let logger = Logger(label: "pando.lanes", factory: { _ in SwiftLogNoOpLogHandler() })
    let endpoint: Endpoint
    let loaded: LoadedKeys?
    do {
      endpoint = try Endpoint(worker.endpoint)
      loaded = try keys.load(for: endpoint, to: "ask the worker at \(endpoint)", logger: logger)
    } catch {
      throw WorkerSilence(description: "\(error)")
    }
    let question = LaneQuestion(number: number, lanesAtMost: lanesAtMost)
    let publicKey = worker.publicKey.flatMap { try? CurveKey(z85: $0) }
    return try WorkerAsking(
      endpoint, keys: loaded, publicKey: publicKey, as: .operator, question: question.bytes
    ) { batch in
      LaneReport(batch: batch).flatMap { $0.number == number ? $0 : nil }
    }
  }
}
