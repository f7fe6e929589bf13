import Foundation
import JournalSamples
import Testing

@testable import PandoJournal

@Suite(.serialized) struct FileTests {
  private func append(_ count: Int, _ place: Place) throws {
    try place.open { storage, contents in
      try SampleRows.append(count, to: storage, after: contents.mark, epoch: contents.epoch)
    }
  }

  @Test("After an orderly end the log is gone, and the lock file stays")
  func orderlyEnd() throws {
    let place = Place()
    try append(3, place)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.folder).sorted()
    #expect(names == ["test.journal", "test.journal.lock"])
  }

  @Test("Another process is refused, and told which one has the journal")
  func otherProcess() throws {
    let place = Place()
    let helper = try Helper(["hold", place.path])
    #expect(helper.line() == "open 1 0")
    #expect(place.refusal() == .isOpenElsewhere(processID: helper.processID))
    #expect(place.refusal(isReadOnly: true) == .isOpenElsewhere(processID: helper.processID))
    let link = place.folder + "/other.name"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place.path)
    let error = #expect(throws: JournalError.self) {
      try FileStorage(path: link).open(JournalOpening(name: "sample"))
    }
    #expect(error?.reason == .isOpenElsewhere(processID: helper.processID))
    helper.kill()
    #expect(place.refusal() == nil)
  }

  @Test(
    "A store that gets no thread for its journal says so, and does not wait for one",
    .enabled(if: geteuid() == 0))
  func threads() throws {
    let place = Place()
    chmod(place.folder, 0o777)
    let line = try Helper(["starve", place.path]).line()
    #expect(line?.contains("ulimit -u") == true, "\(line ?? "")")
  }

  @Test("Nobody in this process drops the lock by closing the files")
  func closesInProcess() throws {
    let place = Place()
    try place.open { storage, contents in
      for suffix in ["", "-wal", "-shm", ".lock"] {
        for _ in 0..<3 {
          let descriptor = open(place.path + suffix, O_RDWR)
          #expect(descriptor >= 0)
          close(descriptor)
        }
      }
      let lines = try Helper(["open", place.path]).lines()
      #expect(lines.count == 1)
      #expect(lines.first?.contains("is open in process \(getpid()).") == true)
      try SampleRows.append(2, to: storage, after: contents.mark, epoch: contents.epoch)
    }
    try place.open { _, contents in #expect(contents.mark.group == 2) }
  }

  @Test("A process that this one is about to start does not keep the lock")
  func sharedDescriptor() throws {
    let place = Place()
    let folder = "/proc/self/fd"
    var copy: Int32 = -1
    try place.open { _, _ in
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        // As a child has it, between fork and exec.
        if path == place.path + ".lock", let descriptor = Int32(name) { copy = dup(descriptor) }
      }
    }
    #expect(copy >= 0)
    #expect(place.refusal() == nil)
    close(copy)
  }

  @Test("Tools that read keep a writer out, not one another")
  func readers() throws {
    let place = Place()
    try append(1, place)
    try place.open(isReadOnly: true) { _, _ in
      #expect(place.refusal(isReadOnly: true) == nil)
      #expect(place.refusal() == .isOpenElsewhere(processID: nil))
    }
    #expect(place.refusal() == nil)
  }

  @Test("A writer whose lock file was removed notices that another has the journal")
  func removedLock() throws {
    let place = Place()
    try place.open { first, contents in
      try place.remove(".lock")
      try append(1, place)
      let error = #expect(throws: JournalError.self) {
        try SampleRows.append(1, to: first, after: contents.mark, epoch: contents.epoch)
      }
      #expect(error?.reason != nil)
    }
    try place.open { _, contents in #expect(contents.mark.group == 1) }
  }

  @Test(
    "Files of others, of later formats and those that are no databases are refused, and stay as they are"
  )
  func strangers() throws {
    let text = Place()
    try text.write(Array(repeating: 65, count: 5_000))
    let short = Place()
    try short.write([65])
    let application = Place()
    try application.change("CREATE TABLE t(a); PRAGMA journal_mode = WAL; INSERT INTO t VALUES(1)")
    let later = Place()
    try append(1, later)
    try later.change("PRAGMA user_version = 2")
    let nameless = Place()
    try append(1, nameless)
    try nameless.change("DELETE FROM meta WHERE key = 'name'")
    for place in [text, short, application, later, nameless] {
      let (bytes, log) = (place.bytes(), place.bytes("-wal"))
      for acceptsLoss in [true, false] {
        let refusal = place.refusal(acceptsLoss: acceptsLoss)
        switch refusal {
        case .isDamaged where place === text || place === nameless: break
        // SQLite takes a file of one byte for an empty one.
        case .isOfAnotherStore(name: nil) where place === application || place === short: break
        case .isOfLaterFormat(2) where place === later: break
        default: Issue.record("refused with \(String(describing: refusal))")
        }
        #expect(place.has(bytes))
        #expect(place.has(log, "-wal"))
      }
    }
  }

  @Test("A missing folder is an error that names it")
  func missingFolder() {
    let error = #expect(throws: JournalError.self) {
      try FileStorage(path: "/nowhere/app.journal").open(JournalOpening(name: "sample"))
    }
    #expect("\(error!)".contains("the folder /nowhere cannot be opened"))
  }

  @Test("NFS and SMB are network file systems, and no others")
  func networks() {
    for number in [0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42] as [UInt32] {
      #expect(FileSystemKind(number: number).isNetwork)
    }
    for number in [0xEF53, 0x9123_683E, 0x0102_1994, 0x0102_1997, 0x6573_5546] as [UInt32] {
      #expect(!FileSystemKind(number: number).isNetwork)
    }
    #expect(FileSystemKind(path: "/proc").number == 0x9FA0)
  }

  @Test("A missing database, beside its lock file or its log, is refused")
  func missingDatabase() throws {
    let place = Place()
    try place.open { storage, contents in
      try SampleRows.append(4, to: storage, after: .zero, epoch: 1)
      let copy = try place.copy()
      try copy.remove("")
      #expect(copy.refusal() == .endsBeforeMark(markedGroup: 4, lastGroup: 0))
      #expect(copy.has(place.bytes("-wal"), "-wal"))
      try copy.remove(".lock")
      guard case .isDamaged = copy.refusal() else {
        Issue.record("not refused")
        return
      }
      #expect(copy.has(place.bytes("-wal"), "-wal"))
    }
  }

  @Test("A lock file with a damaged mark is refused, one that is missing is not")
  func damagedMark() throws {
    let place = Place()
    try append(4, place)
    let bytes = place.bytes(".lock")
    #expect(bytes.count == 64)
    var changed = Array(repeating: bytes, count: 3)
    changed[0][20] ^= 1
    changed[1] = Array(repeating: 0, count: 64)
    changed[2] = Array(bytes[..<30])
    for bytes in changed {
      try place.write(bytes, ".lock")
      guard case .isDamaged = place.refusal() else {
        Issue.record("not refused")
        return
      }
    }
    #expect(place.refusal(acceptsLoss: true) == nil)
    try place.remove(".lock")
    try place.open { _, contents in #expect(contents.mark.group == 4) }
  }

  @Test("Checkpoints keep the log short, and the file bounded by compaction")
  func checkpoints() throws {
    let place = Place()
    try place.open { storage, contents in
      var mark = contents.mark
      var most = 0
      for round in 0..<12 {
        mark = try SampleRows.append(8, to: storage, after: mark, epoch: 1, size: 100_000)
        try storage.checkpointIfDue(isIdle: false)
        try SampleRows.appendState(SampleRows.body(1, size: 100_000), to: storage, at: mark)
        while try storage.compact(before: mark.group) {}
        try storage.checkpointIfDue(isIdle: false)
        if round > 0 { most = max(most, place.bytes("-wal").count) }
      }
      try storage.checkpointIfDue(isIdle: true)
      #expect(most < 7 << 20)
      #expect(place.bytes().count < 6 << 20)
    }
  }

  @Test("Descriptions say where, what and how to mend it")
  func descriptions() {
    let reasons: [JournalError.Reason] = [
      .isOpenElsewhere(processID: 7), .isOpenElsewhere(processID: nil),
      .endsBeforeMark(markedGroup: 9, lastGroup: 7),
      .isDamaged(String(repeating: "x", count: 9_000)),
      .isOfAnotherStore(name: "a"), .isOfAnotherStore(name: nil), .isOfLaterFormat(3),
      .isOnNetworkFileSystem, .diskFull, .failed(code: 5, message: "bad"),
      .stateCannotBeRead("y"), .schemaHasChanged(stub: "A stub."),
    ]
    for reason in reasons {
      let text = "\(JournalError(reason, path: "/tmp/a.journal"))"
      #expect(text.hasPrefix("The journal /tmp/a.journal "))
      #expect(text.hasSuffix("."))
      #expect(text.count < 600)
    }
  }
}
