import Foundation

/// Kills a program with a journal, and holds that its next run has all that the last one had said.
struct Torture {
  let kills: Int
  /// A connection string of PostgreSQL; nil for a file.
  let connection: String?

  /// All that the program said before it was killed.
  private struct Known {
    var accepted = 0
    var finished: Set<Int> = []
    var version = 0
    /// The number of runs that said what they go on with.
    var runs = 0
  }

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pando-journal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = connection ?? folder.appendingPathComponent("jobs.journal").path
    var known = Known()
    var random = SystemRandomNumberGenerator()
    for kill in 1...kills {
      let lines = try lines(of: file, killedAfter: .random(in: 1...400, using: &random))
      try check(lines, &known, kill)
    }
    guard known.accepted > 0, known.runs * 4 >= kills else {
      throw Failure("only \(known.runs) of \(kills) runs opened the journal")
    }
    print(
      "\(kills) kills: \(known.accepted) jobs, \(known.finished.count) finished, version \(known.version)"
    )
  }

  /// Returns what a run says until it is killed, some milliseconds after its first line.
  private func lines(of file: String, killedAfter milliseconds: Int) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["run", file]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var output = pipe.fileHandleForReading.availableData
    let id = process.processIdentifier
    Thread.detachNewThread {
      usleep(useconds_t(milliseconds * 1_000))
      Foundation.kill(id, SIGKILL)
    }
    output += pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // A server that is not there just now lets nobody open a journal. The runs that did are counted.
    if connection != nil, output.isEmpty { return [] }
    guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
      throw Failure("it ended by itself, with \(process.terminationStatus)")
    }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func check(_ lines: [String], _ known: inout Known, _ kill: Int) throws {
    // What was pending may begin again before the program says what it found. One that says nothing was killed too early.
    guard let first = lines.first(where: { $0.hasPrefix("state") }) else { return }
    let words = first.split(separator: " ", omittingEmptySubsequences: false)
    guard words.first == "state", words.count == 7, let version = Int(words[1]),
      let accepted = Int(words[2]), let finished = Int(words[3]), let sum = Int(words[4])
    else { throw Failure("run \(kill) began with \"\(first)\"") }
    let pending = Set(words[6].split(separator: ",").compactMap { Int($0) })
    func hold(_ condition: Bool, _ what: String) throws {
      if !condition { throw Failure("after kill \(kill - 1), \(what): \"\(first)\"") }
    }
    try hold(version >= known.version, "version \(known.version) was durable")
    try hold(accepted >= known.accepted, "job \(known.accepted) was accepted")
    try hold(finished + pending.count == accepted, "each job is pending or finished")
    try hold(known.finished.isDisjoint(with: pending), "a job that was finished is pending")
    try hold(sum == accepted * (accepted + 1) / 2, "the sum is that of the jobs")
    let finishedBefore = known.finished
    (known.version, known.accepted) = (version, accepted)
    known.runs += 1
    var started: Set<Int> = []
    for line in lines where line != first {
      let words = line.split(separator: " ")
      guard words.count == 2, let job = Int(words[1]) else { continue }
      switch words[0] {
      case "start":
        try hold(!started.contains(job) && job > accepted, "job \(job) started twice")
        started.insert(job)
        try hold(!finishedBefore.contains(job), "job \(job) starts, and was finished")
        known.accepted = max(known.accepted, job)
      case "again":
        try hold(job <= accepted, "job \(job) began again, and was not accepted")
        try hold(!finishedBefore.contains(job), "job \(job) began again, and was finished")
        try hold(!started.contains(job), "job \(job) began again twice")
        started.insert(job)
      case "finished": known.finished.insert(job)
      case "sent": known.finished.insert(job)
      default: throw Failure("it said \"\(line)\"")
      }
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}
