import ClusterFeatures
import Foundation
import Logging
import Pando
import PandoCluster
import PandoJournal
import PandoPage

/// The program of `make page-test` whose store has a page: it hosts children on two workers of its own, and sends to
/// them until standard input ends: six, or as many as it is told. Prints where its page is.
@main
struct PageProgram: PandoProgram {
  static var features: some HostedFeatures { Feature { Shard() } }

  static func app() async throws {
    if CommandLine.arguments.dropFirst().first == "cost" {
      let numbers = CommandLine.arguments.dropFirst(2).compactMap(Double.init)
      return try await PageCost.run(
        rounds: numbers.first.map(Int.init) ?? 10, seconds: numbers.dropFirst().first ?? 2)
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("page-program-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let journal = Journal.file(folder.appendingPathComponent("plot.journal").path)
    let store = try await Store(journal: journal, initialState: Plot.State()) {
      Plot()
    } withDependencies: {
      $0.hosting = .workers(2)
    }
    let page = try await StatusPage.serve(
      store, at: "127.0.0.1:0",
      states: [
        PageState(Shard.self) { plot, identities in
          plot.shards.first { "\($0.id)" == identities.first }
        }
      ], logger: Logger(label: "page-program"))
    FileHandle.standardOutput.write(Data("\(page.url)\n".utf8))
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 6
    for id in 1...count { store.send(.add(id)) }
    // An effect on a worker, whose actions stand in the timeline.
    let file = NSTemporaryDirectory() + "/page-tick-\(ProcessInfo.processInfo.processIdentifier)"
    store.send(.shards(.element(id: 6, action: .beginTicking(file: file))))
    let isOver = Ending()
    Thread.detachNewThread {
      _ = FileHandle.standardInput.readDataToEndOfFile()
      isOver.set()
    }
    var id = 0
    while !isOver.isSet {
      id = id % count + 1
      await store.send(.shards(.element(id: id, action: .up))).finish()
      try await Task.sleep(for: .milliseconds(10))
    }
    page.stop()
    await store.stop()
  }
}
