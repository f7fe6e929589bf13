import Glibc
import JournalSamples
import PandoJournal

// Opens a journal in a process of its own, which a test kills or lets fail. It says what it does, a line each.
//   append PATH COUNT SIZE   appends rows (without end if COUNT is 0), with states and compactions between
//   hold PATH                opens it and holds it until the input ends
//   open PATH                opens it and closes it
//   starve PATH              opens a store where the system starts no more threads

func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  var done = 0
  while done < bytes.count {
    let count = bytes[done...].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    if count > 0 { done += count } else if errno != EINTR { exit(3) }
  }
}

let arguments = CommandLine.arguments
let (command, path) = (arguments[1], arguments[2])
let count = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
let size = arguments.count > 4 ? Int(arguments[4]) ?? 100 : 100

if command == "starve" {
  await starve(path)
  exit(0)
}

let storage = FileStorage(path: path)
do throws(JournalError) {
  let contents = try storage.open(JournalOpening(name: "sample"))
  say("open \(contents.epoch) \(contents.mark.group)")
  switch command {
  case "hold":
    var byte: UInt8 = 0
    while read(0, &byte, 1) > 0 {}
  case "append":
    var mark = contents.mark
    var done = 0
    while count == 0 || done < count {
      mark = try SampleRows.append(1, to: storage, after: mark, epoch: contents.epoch, size: size)
      done += 1
      say("ack \(mark.group)")
      if done % 10 == 5 {
        try SampleRows.appendState(
          SampleRows.body(mark.group, size: 3_000), to: storage, at: mark)
        while try storage.compact(before: mark.group) {}
      }
      try storage.checkpointIfDue(isIdle: done % 7 == 6)
    }
  default: break
  }
  storage.close()
  say("closed")
} catch {
  say("error \(error)")
  storage.close()
  exit(1)
}
