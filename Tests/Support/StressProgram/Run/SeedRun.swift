import Foundation
import Pando
import PandoCluster

/// One run of what a seed chose.
struct SeedRun {
  private let plan: Plan
  private let report: Report
  private let recorder = Recorder()

  init(_ plan: Plan, _ report: Report) {
    self.plan = plan
    self.report = report
  }

  /// Returns what was not as it must be.
  func run(_ footprint: inout Footprint) async -> [String] {
    report.say("seed \(plan.seed): \(plan)")
    let folder = RunFolder()
    setenv(Journal.variable, folder.journal, 1)
    let before = footprint
    let watchdog = Watchdog(seed: plan.seed, report)
    _ = IssueLog.shared.take()
    _ = Burden.takeClientCount()
    var violations: [String] = []
    let cancelled: [CancelNote]
    do {
      let fleet = plan.isCoordinated ? Fleet(plan, folder) : nil
      await fleet?.start()
      let spans = Spans(plan)
      let engine = makeEngine(fleet, spans, folder)
      recorder.watch(engine)
      watchdog.watch(engine)
      let store = Store(engine: engine)
      cancelled = await drive(store, fleet, watchdog)
      watchdog.expect("the store stops", within: Bounds.stopSeconds)
      await store.stop()
      await fleet?.stop()
      if let open = await spans?.openInTheEnd(), !open.isEmpty {
        violations.append("\(open.count) spans never ended: \(Set(open).sorted())")
      }
    }
    watchdog.expect("the run is checked", within: 120)
    let check = Check(
      plan, recorder, JournalRecord(contentsOf: folder.journal), cancelled: cancelled,
      clientCount: Burden.takeClientCount(), hasQuarantine: !plan.isCoordinated)
    violations += check.violations()
    watchdog.expect("everything is released", within: Bounds.releaseSeconds * 3)
    Journal.shared.closeFile()
    folder.remove()
    violations += await footprint.compare(with: before)
    watchdog.stop()
    let issues = IssueLog.shared.take()
    report.say(
      """
        \(recorder.accepted.count) accepted, \(recorder.entries.count) committed or failed, \
      \(recorder.entries.count { $0.failure != nil }) failed, \(issues.count) reports
      """)
    for issue in Set(issues.map { $0.prefix(200) }) { report.say("    report: \(issue)") }
    return violations
  }

  private func makeEngine(
    _ fleet: Fleet?, _ spans: Spans?, _ folder: RunFolder
  ) -> StoreEngine<Root.State, Root.Action> {
    let hosting: Hosting =
      if let fleet {
        .coordinator(fleet.coordinatorEndpoint, silenceMilliseconds: plan.silenceMilliseconds)
      } else {
        .workers(plan.workerCount, silenceMilliseconds: plan.silenceMilliseconds)
      }
    var dependencies = DependencyValues()
    dependencies.hosting = hosting.window(plan.window)
    if let spans { dependencies.tracing = spans.tracing }
    return plan.makeEngine(dependencies, sandbox: plan.isSandboxed ? sandbox(folder) : nil)
  }

  /// The journal is the one file that children write.
  private func sandbox(_ folder: RunFolder) -> Sandbox {
    Sandbox(
      files: .readWrite([folder.path]), memory: .megabytes(2_000), processorTime: .seconds(20),
      openFiles: 64, environment: .only([Journal.variable]),
      sharing: plan.isAlone ? .never : .allowed, enforcement: .bestEffort)
  }

  private func drive(
    _ store: StoreOf<Root>, _ fleet: Fleet?, _ watchdog: Watchdog
  ) async -> [CancelNote] {
    watchdog.expect("every sender has sent", within: Bounds.progressSeconds * 2)
    let chaos = Chaos(plan, store, fleet)
    chaos.start()
    let senders = Senders(plan, store)
    let outcomes = await senders.run()
    chaos.stop()
    watchdog.expect(
      "everything accepted commits or fails once the faults have ended",
      within: Bounds.progressSeconds)
    await senders.finish(outcomes)
    return outcomes.flatMap(\.cancelled)
  }
}
