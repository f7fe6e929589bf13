import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import ZeroMQ

extension Scenario {
  /// A worker prints, and others are asked, while the program can start no thread.
  static func withoutThreads() async {
    let store = Store(initialState: Square.State()) {
      Square()
    } withDependencies: {
      $0.hosting = .workers(2)
    }
    for id in 0..<2 {
      await store.send(.criers(.element(id: id, action: .murmur("")))).finish()
    }
    let former = setThreadLimit(1)
    store.send(.criers(.element(id: 0, action: .cry(lines: 3, bytes: 10))))
    let end = ContinuousClock.now + .seconds(20)
    while store.state.criers.first?.count != 2, ContinuousClock.now < end { usleep(2_000) }
    // The lines have come, too.
    usleep(500_000)
    do {
      _ = try await WorkerHealth.ask(workerAt: try Endpoint("ipc:///tmp/pando-none.sock"))
      print("it was asked")
    } catch {
      print("\(error)")
    }
    let lanes = await LaneStatus.ask([], keys: .environment)
    print("\(lanes.silent.count) are silent")
    _ = setThreadLimit(former)
    await store.stop()
    print("reduced: \(store.state.criers.map(\.count))")
  }

  /// Sets how many processes and threads the user may have, who is not root meanwhile, and returns the former number.
  private static func setThreadLimit(_ count: rlim_t) -> rlim_t {
    let someone: uid_t = 54_321
    let isRoot = geteuid() == 0 || getuid() == someone
    if isRoot, getuid() == someone {
      seteuid(0)
      setreuid(0, uid_t.max)
    }
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit)
    let former = limit.rlim_cur
    limit.rlim_cur = count
    setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit)
    if isRoot, count == 1 {
      setreuid(someone, uid_t.max)
      seteuid(someone)
    }
    return former
  }
}
