import Foundation
import PandoHosting
import Testing

@testable import PandoCluster

@Suite("The load of a machine, as the kernel tells it")
struct MachineLoadTests {
  private func withFiles(_ body: (_ root: String, (String, String) throws -> Void) throws -> Void)
    throws
  {
    let root = FileManager.default.temporaryDirectory.path + "/pando-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    try body(root) { path, text in
      let url = URL(fileURLWithPath: root + "/" + path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  @Test("the processors' use is what was busy between looks, averaged over some seconds")
  func processors() throws {
    try withFiles { root, write in
      var load = MachineLoad(root: root)
      try write("proc/stat", "cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 1 2 3\n")
      #expect(load.processorThousandths(atMilliseconds: 0) == nil)
      try write("proc/stat", "cpu  140 0 120 840 0 0 0 0 0 0\n")
      #expect(load.processorThousandths(atMilliseconds: 1_000) == 600)
      // All of them for as long as it is averaged over.
      try write("proc/stat", "cpu  640 0 120 840 0 0 0 0 0 0\n")
      #expect(load.processorThousandths(atMilliseconds: 6_000) == 1_000)
      // None for a fifth of that.
      try write("proc/stat", "cpu  640 0 120 940 0 0 0 0 0 0\n")
      #expect(load.processorThousandths(atMilliseconds: 7_000) == 800)
    }
  }

  @Test("a quota of the control group is what counts, where there is one")
  func quota() throws {
    try withFiles { root, write in
      var load = MachineLoad(root: root)
      try write("proc/stat", "cpu  0 0 0 1000 0 0 0 0 0 0\n")
      try write("sys/fs/cgroup/cpu.max", "200000 100000\n")
      try write("sys/fs/cgroup/cpu.stat", "usage_usec 1000000\nuser_usec 5\n")
      #expect(load.processorThousandths(atMilliseconds: 10_000) == nil)
      try write("sys/fs/cgroup/cpu.stat", "usage_usec 2500000\nuser_usec 5\n")
      // A second and a half of two.
      #expect(load.processorThousandths(atMilliseconds: 11_000) == 750)
    }
  }

  @Test("the memory that is taken is the larger part of the machine's and the control group's")
  func memory() throws {
    try withFiles { root, write in
      let load = MachineLoad(root: root)
      #expect(load.memoryThousandths() == nil)
      try write("proc/meminfo", "MemTotal:       1000 kB\nMemFree: 1 kB\nMemAvailable:    250 kB\n")
      #expect(load.memoryThousandths() == 750)
      try write("sys/fs/cgroup/memory.max", "max\n")
      #expect(load.memoryThousandths() == 750)
      try write("sys/fs/cgroup/memory.max", "1000000\n")
      try write("sys/fs/cgroup/memory.current", "980000\n")
      #expect(load.memoryThousandths() == 980)
      // Cached files can be given back.
      try write("sys/fs/cgroup/memory.stat", "anon 5\ninactive_file 180000\n")
      #expect(load.memoryThousandths() == 800)
    }
  }

  @Test("the control group is the worker's own, which a service manager has given limits")
  func ownGroup() throws {
    try withFiles { root, write in
      try write("sys/fs/cgroup/memory.max", "1000000\n")
      try write("sys/fs/cgroup/memory.current", "100000\n")
      let own = "sys/fs/cgroup/system.slice/worker.service"
      try write("\(own)/memory.max", "1000000\n")
      try write("\(own)/memory.current", "700000\n")
      #expect(MachineLoad(root: root).memoryThousandths() == 100)
      try write("proc/self/cgroup", "1:name=systemd:/x\n0::/system.slice/worker.service\n")
      #expect(MachineLoad(root: root).memoryThousandths() == 700)
      for name in ["/", "/../system.slice/worker.service"] {
        try write("proc/self/cgroup", "0::\(name)\n")
        #expect(MachineLoad(root: root).memoryThousandths() == 100)
      }
    }
  }

  @Test("files that say something else are no load")
  func garbage() throws {
    try withFiles { root, write in
      var load = MachineLoad(root: root)
      for text in ["", "cpu", "cpu  a b c d e", "cpu  1 2", "intr 5"] {
        try write("proc/stat", text)
        #expect(load.processorThousandths(atMilliseconds: 0) == nil)
      }
      try write("proc/meminfo", "MemTotal: x kB\nMemAvailable: 5 kB\n")
      #expect(load.memoryThousandths() == nil)
    }
  }

  @Test("this machine tells both")
  func here() async throws {
    let meter = LoadMeter()
    _ = meter.load(lanes: 1, actionCount: 0, nowMilliseconds: 0)
    var told = meter.load(lanes: 1, actionCount: 0, nowMilliseconds: 100)
    for number in 2..<3_000 where told.processorThousandths == nil {
      try await Task.sleep(for: .milliseconds(10))
      told = meter.load(lanes: 1, actionCount: 0, nowMilliseconds: 100 * number)
    }
    #expect((0...1_000).contains(try #require(told.processorThousandths)))
    #expect((1...1_000).contains(try #require(told.memoryThousandths)))
  }
}
