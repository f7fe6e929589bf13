import ArgumentParser
import Foundation
import Jobs
import Pando
import PandoCluster
import PandoJournal

/// The command `jobs`.
@main
struct JobsProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Job() }
  }

  static func app() async throws {
    let options = JobsOptions.parseOrExit()
    let store = try await makeStore(options)
    for work in options.works { store.send(.added(work)) }
    if options.journal != nil {
      store.send(.resumed(limit: options.atOnce))
      try await store.flushed()
      print("The journal has \(store.jobs.count) jobs.")
      fflush(nil)
    }
    for await state in store.states where state.isDone { break }
    for job in store.jobs { print("\(job.id). \(words(for: job))") }
    await store.stop()
  }

  private static func makeStore(_ options: JobsOptions) async throws -> StoreOf<JobQueue> {
    let state = JobQueue.State(limit: options.atOnce)
    return try await Store(journal: options.journal.map { .file($0) }, initialState: state) {
      JobQueue()
    } withDependencies: {
      $0.hosting = options.workers > 0 ? .workers(options.workers) : .direct
    }
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
