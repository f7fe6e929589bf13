import ArgumentParser
import Pando
import PandoCluster
import Plugins

/// The command `plugins`.
@main
struct PluginsProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Slot() }
  }

  static func app() async throws {
    let options = PluginsOptions.parseOrExit()
    let workers = options.workers ?? min(16, options.use.count)
    let store = Store(initialState: PluginPool.State(names: options.use)) {
      PluginPool()
    } withDependencies: {
      $0.hosting = workers > 0 ? .workers(workers) : .direct
    }
    await waitForWorkers(of: store)
    for text in options.texts { await store.send(.read(text)).finish() }
    for text in store.texts { print(text) }
    for slot in store.slots where slot.isOff { print("\(slot.name) has crashed, and is left out") }
    if options.processes { showProcesses(of: store) }
    await store.stop()
  }

  /// Returns when all workers are there. A plug-in that comes earlier goes to one that is there already.
  private static func waitForWorkers(of store: StoreOf<PluginPool>) async {
    let events = store.hostingEvents
    if store.workers.allSatisfy({ $0.state != .starting }) { return }
    for await _ in events where store.workers.allSatisfy({ $0.state != .starting }) { return }
  }

  /// Shows where each plug-in is.
  private static func showProcesses(of store: StoreOf<PluginPool>) {
    for child in store.hostedChildren {
      guard let processID = child.processID, let id = child.identities.first.flatMap({ Int($0) }),
        let slot = store.slots[id: id]
      else { continue }
      print("\(slot.name) is in process \(processID)")
    }
  }
}
