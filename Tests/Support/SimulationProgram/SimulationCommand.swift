import ArgumentParser
import Foundation
import Pando
import ProgramSupport
import SimulationPrograms

@main
struct SimulationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "SimulationProgram",
    abstract:
      "Runs random programs on workers that answer in any order, and compares them with one process.",
    discussion: """
      A seed chooses a cluster (where its clients have their workers from, how many there are, how large \
      the window is, how long messages take and may be, whether some workers are of another build), what \
      the clients send, from threads and tasks, and what goes wrong: processes that are killed or stopped \
      or end as they start, actions that no worker survives, connections that carry nothing for a while, \
      coordinators that forget or stand still, clients that die, clocks that jump. Everything between \
      clients and workers is what runs in production, but for sockets, processes, threads and time.

      Every state must be the one of a single process, in the order of sending; effects start at most \
      once, and undisturbed exactly as in one process; all that was accepted commits or fails once faults \
      are over; nothing is left at the end. A program that fails is made as short as can be and printed \
      as a test.
      """)

  @Option(help: "The one seed to run.")
  var seed: UInt64?

  @Option(help: "How many seeds to run.")
  var seeds: Int = 1_000

  @Option(help: "The first of them; by default one by chance.")
  var first: UInt64?

  @Option(help: "Run for so many seconds, however many seeds that is.")
  var seconds: Int?

  @Option(help: "How many processes to run them in.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @Flag(
    help:
      "Print the table of what happened to which machine in which state; with 20,000 programs, a hole fails."
  )
  var coverage = false

  @Flag(help: "Print lines of JSON.")
  var json = false

  @Option(help: .hidden)
  var stride: UInt64?

  func validate() throws {
    guard seeds > 0, jobs > 0, (seconds ?? 1) > 0 else {
      throw ValidationError("--seeds, --seconds and --jobs must be positive.")
    }
  }

  func run() throws {
    StandardOutput.checkAtExit()
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    OwnProgram.beginAgainWithoutChance()
    // Deep recursions of a program need more than a thread has by default.
    let thread = Thread { [self] in
      let code =
        if let seed { runOne(seed) } else if let stride {
          Runner(self, stride: stride).run()
        } else {
          Driver(self).run()
        }
      Foundation.exit(code)
    }
    thread.stackSize = 16 << 20
    thread.start()
    while true { sleep(1_000) }
  }

  private func runOne(_ seed: UInt64) -> Int32 {
    alarm(Runner.patienceSeconds)
    let program = SimulatedProgram(seed: seed)
    guard let violation = program.violation() else {
      print("seed \(seed) passed")
      return 0
    }
    print("seed \(seed) failed: \(violation)")
    print("It is made shorter ...")
    let short = program.shrunk { candidate in
      alarm(Runner.patienceSeconds)
      return candidate.violation() != nil
    }
    print(short.asTest(seed: seed))
    return 1
  }
}
