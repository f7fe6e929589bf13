import Glibc
import JournalSamples
import PandoJournal

/// Appends rows to a journal, and the same bytes to a plain file, each flushed, in turns. Says how long each takes.
func bench(_ path: String, count: Int, size: Int) throws {
  let storage = FileStorage(path: path)
  let contents = try storage.open(JournalOpening(name: "sample"))
  let plain = open(path + ".plain", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  let frame = [UInt8](repeating: 7, count: 4096 + 24)
  let bare = [UInt8](repeating: 7, count: size)
  let overwritten = open(path + ".over", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  let overwrittenBytes = 8 << 20
  _ = [UInt8](repeating: 1, count: overwrittenBytes).withUnsafeBytes {
    pwrite(overwritten, $0.baseAddress, $0.count, 0)
  }
  fsync(overwritten)
  var mark = contents.mark
  var times: [[Double]] = [[], [], []]
  let clock = ContinuousClock()
  func measure(_ place: Int, _ body: () throws -> Void) rethrows {
    let time = try clock.measure { try body() }
    times[place].append(time / .microseconds(1))
  }
  for index in 0..<count {
    let row = SampleRows.row(after: mark, epoch: contents.epoch, size: size)
    try measure(0) {
      try storage.append(row)
      try storage.checkpointIfDue(isIdle: false)
    }
    mark = row.mark
    measure(1) {
      _ = bare.withUnsafeBytes { pwrite(plain, $0.baseAddress, $0.count, off_t(index * size)) }
      fdatasync(plain)
    }
    measure(2) {
      let offset = index * frame.count % (overwrittenBytes - frame.count)
      _ = frame.withUnsafeBytes { pwrite(overwritten, $0.baseAddress, $0.count, off_t(offset)) }
      fdatasync(overwritten)
    }
  }
  storage.close()
  for (name, times) in zip(
    ["append", "fdatasync, file grows", "fdatasync of a WAL frame in place"], times)
  {
    let sorted = times.sorted()
    let mean = times.reduce(0, +) / Double(times.count)
    print(
      "\(name): \(Int(1e6 / mean)) a second; mean \(Int(mean)) us,",
      "median \(Int(sorted[sorted.count / 2])) us,",
      "99 % \(Int(sorted[sorted.count * 99 / 100])) us, most \(Int(sorted[sorted.count - 1])) us")
  }
}
