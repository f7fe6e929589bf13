import Glibc

extension ProcessorTime {
  /// The processor time of this process and of those below it, as it stands.
  ///
  /// A process or a thread that ends before the second look counts for nothing.
  @usableFromInline
  struct Reading {
    private struct Thread: Hashable {
      let process: Int32
      let number: Int32
    }

    private var threads: [Thread: UInt64] = [:]

    init() {
      for process in ProcessTree.processes {
        for number in ProcFile.numbers(in: "/proc/\(process)/task") {
          let path = "/proc/\(process)/task/\(number)"
          threads[Thread(process: process, number: number)] =
            Self.nanoseconds(path) ?? Self.tickNanoseconds(path)
        }
      }
      // Last, so that what the reading itself took does not count.
      threads[Self.callingThread] = Self.callingThreadNanoseconds
    }

    /// The time that was taken since.
    func elapsed() -> ProcessorTime {
      // First, for the same reason.
      let nanoseconds = Self.callingThreadNanoseconds
      var now = Reading()
      now.threads[Self.callingThread] = nanoseconds
      let client = getpid()
      var result = ProcessorTime()
      for (thread, nanoseconds) in now.threads {
        let before = threads[thread] ?? 0
        guard nanoseconds > before else { continue }
        let role = thread.process == client ? "client" : "worker"
        result.threads["\(role) \(Self.name(thread))", default: 0] += nanoseconds - before
      }
      return result
    }

    private static func nanoseconds(_ path: String) -> UInt64? {
      // Nanoseconds on a processor, and two more numbers.
      ProcFile.text(path + "/schedstat").split(separator: " ").first.flatMap { UInt64($0) }
    }

    /// The same to a hundredth of a second, for a kernel that does not count more exactly.
    private static func tickNanoseconds(_ path: String) -> UInt64? {
      let text = ProcFile.text(path + "/stat")
      guard let end = text.lastIndex(of: ")") else { return nil }
      // Behind the name: the state, ten numbers, and the ticks in the program and in the kernel.
      let ticks = text[end...].split(separator: " ").dropFirst(12).prefix(2).compactMap {
        UInt64($0)
      }
      return ticks.reduce(0, +) * 1_000_000_000 / UInt64(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static var callingThread: Thread {
      // The link leads to "PROCESS/task/THREAD".
      var bytes = [CChar](repeating: 0, count: 64)
      let count = unsafe readlink("/proc/thread-self", &bytes, bytes.count)
      let text = String(decoding: bytes.prefix(max(0, count)).map(UInt8.init), as: UTF8.self)
      return Thread(
        process: getpid(), number: text.split(separator: "/").last.flatMap { Int32($0) } ?? 0)
    }

    private static var callingThreadNanoseconds: UInt64 {
      var time = timespec()
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private static func name(_ thread: Thread) -> String {
      // Its own name is that of the program, as is that of any thread without one.
      if thread.number == thread.process { return "main" }
      let name = ProcFile.text("/proc/\(thread.process)/task/\(thread.number)/comm").trimmed
      // Those of Swift's concurrency pool are named by Dispatch, after a queue.
      let isOfPool = name.contains("qos")
      return isOfPool || name == ProcFile.text("/proc/\(thread.process)/comm").trimmed
        ? "pool" : name
    }
  }
}
