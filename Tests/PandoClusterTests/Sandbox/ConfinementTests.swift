import Foundation
import Pando
import Testing

@testable import PandoCluster

@Suite("A sandbox on this machine")
struct ConfinementTests {
  @Test(
    "is refused where it makes no sense",
    arguments: [
      (Sandbox(memory: .megabytes(64)), "needs 128 MB"), (Sandbox(openFiles: -1), "-1 open files"),
      (Sandbox(files: .read(["relative"])), "no absolute path"),
      (Sandbox(files: .readWrite(["/a\0b"])), "no absolute path"),
    ])
  func nonsense(_ sandbox: Sandbox, _ words: String) {
    #expect {
      try Confinement(sandbox)
    } throws: { error in
      "\(error)".contains(words)
    }
  }

  @Test(
    "is refused where workers could write what the program needs itself",
    arguments: ["/", "/usr", "/etc/..", RunningPlaces.current.libraries.first ?? "/"])
  func writable(_ path: String) {
    #expect {
      try Confinement(Sandbox(files: .readWrite([path])))
    } throws: { error in
      "\(error)".contains("which the program needs itself")
    }
  }

  @Test("is refused where workers could write their program, or the sockets of others")
  func writableProgram() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/pando-\(UUID().uuidString)"
    let own = folder + "/sockets/1"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for file in ["\(folder)/program", "\(own)/s.lock"] {
      try Data().write(to: URL(fileURLWithPath: file))
    }
    let confinement = try Confinement(
      Sandbox(files: .readWrite([folder]), enforcement: .bestEffort))
    for (program, sockets) in [("\(folder)/program", "/tmp"), ("/usr/bin/true", own)] {
      #expect {
        _ = try confinement.makeRules(
          Confinement.Needs(executable: program, socket: sockets + "/s"))
      } throws: { error in
        !"\(error)".isEmpty
      }
    }
  }

  @Test("has a gap for what the kernel cannot enforce, and no other")
  func gaps() {
    func gaps(_ sandbox: Sandbox, _ landlock: Int32, _ hasFilter: Bool = true) -> [String] {
      Confinement.gaps(of: sandbox, landlock: landlock, hasFilter: hasFilter)
        .map { String($0.prefix { $0 != " " }) }
    }
    let closed = Sandbox()
    #expect(gaps(closed, 1) == [])
    #expect(gaps(closed, -ENOSYS) == ["files"])
    #expect(gaps(closed, 0, false) == ["files", "sockets,"])
    let connect = Sandbox(network: .connect(toPorts: [443]))
    #expect(gaps(connect, 3) == ["ports"])
    #expect(gaps(connect, 4) == [])
    let processes = Sandbox(processes: .unrestricted)
    #expect(gaps(processes, 5) == ["signals"])
    #expect(gaps(processes, 6) == [])
  }

  @Test("has a name that is the same in every process, and its own")
  func name() {
    #expect(Confinement.name(of: Sandbox()) == "sandbox 4f4b")
    #expect(Confinement.name(of: Sandbox(openFiles: 64)) != Confinement.name(of: Sandbox()))
  }

  @Test("says its rights on one line, which tells any two apart")
  func words() {
    #expect("\(Sandbox())" == "no rights")
    let all = Sandbox(
      files: .init(read: ["/a"], readWrite: ["/b, \"c"]), network: .connect(toPorts: [80, 443]),
      memory: .megabytes(256), openFiles: 64, processes: .unrestricted,
      environment: .only(["LANG"]), enforcement: .bestEffort)
    #expect(
      "\(all)" == """
        read "/a"; write "/b, \\"c"; network tcp 80, 443; memory 256 MB; open files 64; processes yes; \
        environment "LANG"; best effort
        """)
  }

  @Test(
    "is not believed where the kernel says otherwise of any thread",
    arguments: [
      ("NoNewPrivs:\t1\nCapPrm:\t0000000000000000\nSeccomp:\t2\n", nil),
      ("NoNewPrivs:\t0\nCapPrm:\t0000000000000000\nSeccomp:\t2\n", "may gain rights"),
      ("NoNewPrivs:\t1\nCapPrm:\t0000000000000400\nSeccomp:\t2\n", "has capabilities"),
      ("NoNewPrivs:\t1\nCapPrm:\t0000000000000000\nSeccomp:\t0\n", "has no filter of system calls"),
      ("NoNewPrivs:\t1\nCapPrm:\t0\nSeccomp:\t2\nSeccomp_filters:\t1\n", nil),
      (
        "NoNewPrivs:\t1\nCapPrm:\t0\nSeccomp:\t2\nSeccomp_filters:\t0\n",
        "has no filter of system calls"
      ),
      ("", "may gain rights"),
    ])
  func check(_ status: String, _ problem: String?) {
    #expect(ConfinementCheck.problem(status: status, 1) == problem)
  }

  @Test("keeps the variables that it names, and where libraries are")
  func environment() throws {
    func kept(_ environment: Sandbox.Environment, _ variables: [String]) throws -> [String] {
      let confinement = try Confinement(
        Sandbox(environment: environment, enforcement: .bestEffort))
      return variables.filter { confinement.keeps(Array($0.utf8CString)) }
    }
    let variables = ["LANG=C", "LANGUAGE=de", "TOKEN=a=b", "LD_LIBRARY_PATH=/opt", "LANG"]
    #expect(try kept(.none, variables) == ["LD_LIBRARY_PATH=/opt"])
    #expect(try kept(.only(["LANG"]), variables) == ["LANG=C", "LD_LIBRARY_PATH=/opt"])
    #expect(try kept(.unrestricted, variables) == variables)
  }
}
