import Glibc
import JournalSamples
import PandoJournal
import Synchronization
import Testing

@Suite struct MemoryFaultTests {
  @Test(
    "An append fails where it is told to, and is kept or not", arguments: [true, false],
    [EIO, ENOSPC])
  func faults(keeps: Bool, code: Int32) throws {
    let disk = MemoryDisk()
    let storage = MemoryStorage(disk)
    let contents = try storage.open(JournalOpening(name: "sample"))
    disk.setFault(MemoryFault(appendsBefore: 2, code: code, keeps: keeps))
    let error = #expect(throws: JournalError.self) {
      try SampleRows.append(5, to: storage, after: .zero, epoch: contents.epoch)
    }
    #expect((error?.reason == .diskFull) == (code == ENOSPC))
    #expect(disk.rows.count == (keeps ? 3 : 2))
    #expect(throws: error!) { try storage.rows(from: 1, bytesAtMost: 1) }
    storage.close()
    let again = try MemoryStorage(disk).open(JournalOpening(name: "sample"))
    #expect(again.mark.group == (keeps ? 3 : 2))
  }

  @Test("A crash within an append loses the row, or keeps it")
  func crash() throws {
    let disk = MemoryDisk()
    let images = Mutex<[MemoryDisk]>([])
    disk.setWillAppend { [weak disk] group in
      guard let disk, group == 3 else { return }
      images.withLock { $0 = [disk.afterCrash(), disk.afterCrash(keepsPending: true)] }
    }
    let storage = MemoryStorage(disk)
    let contents = try storage.open(JournalOpening(name: "sample"))
    disk.setDelay(.microseconds(10))
    try SampleRows.append(4, to: storage, after: .zero, epoch: contents.epoch)
    #expect(images.withLock { $0.map(\.rows.count) } == [2, 3])
    for (index, image) in images.withLock({ $0 }).enumerated() {
      let storage = MemoryStorage(image)
      let contents = try storage.open(JournalOpening(name: "sample"))
      #expect(contents.mark.group == UInt64(index + 2))
      #expect(contents.epoch == 2)
      try SampleRows.append(1, to: storage, after: contents.mark, epoch: 2)
    }
  }
}
