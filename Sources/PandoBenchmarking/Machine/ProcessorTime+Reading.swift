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
    private let begin = Self.time(CLOCK_MONOTONIC)
    private let caller = Self.callingThread

    init() {
      for process in ProcessTree.processes {
        for number in ProcFile.numbers(in: "/proc/\(process)/task") {
          let path = "/proc/\(process)/task/\(number)"
          threads[Thread(process: process, number: number)] =
            Self.nanoseconds(path) ?? Self.tickNanoseconds(path)
        }
      }
      // Last, so that what the reading itself took does not count.
      threads[caller] = Self.time(CLOCK_THREAD_CPUTIME_ID)
    }

    /// The time that was taken since, where the measurement began behind this reading.
    ///
    /// - Parameters:
    ///   - start: When the measurement began.
    ///   - end: When it ended: now.
    func elapsed(from start: UInt64, to end: UInt64) -> ProcessorTime {
      // First, for the same reason.
      let nanoseconds = Self.time(CLOCK_THREAD_CPUTIME_ID)
      var now = Reading()
      now.threads[now.caller] = nanoseconds
      // Other threads went on during both readings, and the system adds up what a thread takes at its ticks.
      let unsure = start - begin + (Self.time(CLOCK_MONOTONIC) - end) + Self.tickNanoseconds
      let client = getpid()
      var result = ProcessorTime()
      for (thread, nanoseconds) in now.threads {
        let before = threads[thread] ?? 0
        guard nanoseconds > before else { continue }
        let role = thread.process == client ? "client" : "worker"
        result.threads["\(role) \(Self.name(thread))", default: 0] += nanoseconds - before
        if thread != caller || thread != now.caller {
          result.excess += min(nanoseconds - before, unsure)
        }
      }
      result.excess = min(result.excess, unsure * Self.coreCount)
      return result
    }

    private static var coreCount: UInt64 {
      UInt64(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    private static var tickNanoseconds: UInt64 {
      var time = timespec()
      unsafe clock_getres(CLOCK_MONOTONIC_COARSE, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
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

    /// The time of a clock, or of the calling thread.
    private static func time(_ clock: clockid_t) -> UInt64 {
      var time = timespec()
      unsafe clock_gettime(clock, &time)
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
