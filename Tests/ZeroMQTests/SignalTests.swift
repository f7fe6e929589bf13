import Glibc
import Synchronization
import Testing
import ZeroMQ

@Suite("Signals")
struct SignalTests {
  @Test("A signal ends neither a receive nor a wait, and does not make a wait longer")
  func interrupted() throws {
    // A handler, without SA_RESTART, so that system calls are interrupted.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    try #require(sigaction(SIGURG, &action, nil) == 0)

    let context = try Context()
    var sender = try context.impatientSocket(.pair)
    try sender.bind(Endpoint("inproc://signals"))
    let thread = Mutex<pthread_t?>(nil)
    let rounds = Atomic(0)
    let mayEnd = Atomic(false)
    defer { mayEnd.store(true, ordering: .releasing) }
    let waiting = Background {
      // A thread that has ended must not be signalled.
      defer { _ = eventually { mayEnd.load(ordering: .acquiring) } }
      var socket = try context.impatientSocket(.pair)
      try socket.connect(Endpoint("inproc://signals"))
      // Threads started from a task's thread begin with signals blocked.
      var signals = sigset_t()
      sigaddset(&signals, SIGURG)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      thread.withLock { $0 = pthread_self() }
      #expect(try socket.receiveText() == "first")
      rounds.add(1, ordering: .releasing)
      var poller = Poller()
      poller.add(socket)
      #expect(try poller.wait(timeoutMilliseconds: patienceMilliseconds) == 1)
      #expect(try socket.receiveText() == "second")
      rounds.add(1, ordering: .releasing)
      #expect(try poller.wait(timeoutMilliseconds: 100) == 0)
      rounds.add(1, ordering: .releasing)
    }
    #expect(eventually { thread.withLock { $0 } != nil })
    let target = try #require(thread.withLock { $0 })
    for (round, text) in ["first", "second"].enumerated() {
      for _ in 0..<50 {
        pthread_kill(target, SIGURG)
        usleep(100)
      }
      try #require(rounds.load(ordering: .acquiring) == round)
      _ = try sender.send(text)
      try #require(eventually { rounds.load(ordering: .acquiring) == round + 1 })
    }
    // Every signal would begin the last wait anew, if it did not count what has passed.
    #expect(
      eventually {
        pthread_kill(target, SIGURG)
        return rounds.load(ordering: .acquiring) == 3
      })
    mayEnd.store(true, ordering: .releasing)
    #expect(try waiting.finish())
  }
}
