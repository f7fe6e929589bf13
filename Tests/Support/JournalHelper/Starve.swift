import Glibc
import Pando
import PandoJournal

/// Opens a store with a journal as another user, whom the system starts no more threads. Says why it cannot, or "opened".
func starve(_ path: String) async {
  // Those of the concurrency pool are there before: this is not about them.
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<8 { group.addTask { usleep(50_000) } }
  }
  // It has more than one already.
  var limit = rlimit(rlim_cur: 1, rlim_max: 1)
  guard setgid(54_324) == 0, setuid(54_324) == 0,
    setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit) == 0
  else { return say("no other user: \(errno)") }
  do {
    let store = try await Store(journal: .file(path), initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    say("opened")
    await store.stop()
  } catch {
    say("\(error)")
  }
}
