import ArgumentParser
import Jobs
import Pando
import PandoCluster

/// The command `jobs`.
@main
struct JobsProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Job() }
  }

  static func app() async throws {
    let options = JobsOptions.parseOrExit()
    let store = Store(initialState: JobQueue.State(limit: options.atOnce)) {
      JobQueue()
    } withDependencies: {
      $0.hosting = options.workers > 0 ? .workers(options.workers) : .direct
    }
    let tasks = options.jobs.map { store.send(.added($0)) }
    for task in tasks { await task.finish() }
    for job in store.jobs { print("\(job.id). \(words(for: job))") }
    await store.stop()
  }

  private static func words(for job: Job.State) -> String {
    switch job.outcome {
    case .done(let result): "\(result), at attempt \(job.attempts)"
    case .failed(let reason): "given up: \(reason)"
    case .cutOff(let reason): "cut off: \(reason)"
    case nil: "not run"
    }
  }
}
