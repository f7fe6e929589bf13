import Glibc
import Synchronization

// Shows what the thread sanitizer sees of the locks of this project. It is compiled with the lock
// of stores, as it is and with a bug. Nothing in here is a race but what the first argument names.

/// A value that two threads change in turn.
final class Counter: @unchecked Sendable {
  var count = 0
}

final class Locks: Sendable {
  let mutex = Mutex<Void>(())
  let ownedLock = OwnedLock()
  let isWritten = Atomic<Bool>(false)
  let running = Atomic<Int>(0)
}

/// A thread that runs a closure.
func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
  final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    {
      Unmanaged<Body>.fromOpaque($0!).takeRetainedValue().run()
      return nil
    },
    Unmanaged.passRetained(Body(body)).toOpaque())
  return thread
}

/// Counts on two threads, which often wait for each other.
func countTwice(_ increment: @escaping @Sendable (_ pause: () -> Void) -> Void) {
  let threads = (0..<2).map { _ in
    start { for round in 0..<2_000 { increment { if round % 100 == 0 { usleep(500) } } } }
  }
  for thread in threads { pthread_join(thread, nil) }
}

@main
enum Probe {
  static func main() async {
    let counter = Counter()
    let locks = Locks()
    switch CommandLine.arguments[1] {
    case "mutex":
      countTwice { pause in
        locks.mutex.withLock { _ in
          counter.count += 1
          pause()
        }
      }
    case "no-mutex":
      countTwice { _ in counter.count += 1 }
    case "owned-lock":
      countTwice { pause in
        locks.ownedLock.lock()
        counter.count += 1
        pause()
        locks.ownedLock.unlock()
      }
    case "atomic":
      let writer = start {
        counter.count = 1
        locks.isWritten.store(true, ordering: .releasing)
      }
      while !locks.isWritten.load(ordering: .acquiring) { usleep(100) }
      counter.count += 1
      pthread_join(writer, nil)
    case "relaxed-atomic":
      let writer = start {
        counter.count = 1
        locks.isWritten.store(true, ordering: .relaxed)
      }
      while !locks.isWritten.load(ordering: .relaxed) { usleep(100) }
      counter.count += 1
      pthread_join(writer, nil)
    case "tasks":
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            await Task.yield()
            locks.mutex.withLock { _ in counter.count += 1 }
          }
        }
      }
      counter.count += 1
    case "no-order-of-tasks":
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            // On two threads at once, which a relaxed atomic does not order.
            locks.running.wrappingAdd(1, ordering: .relaxed)
            while locks.running.load(ordering: .relaxed) < 2 { usleep(100) }
            counter.count += 1
          }
        }
      }
    default: fatalError("the probe has no such part")
    }
  }
}
