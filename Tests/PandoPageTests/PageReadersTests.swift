import Testing

@testable import PandoPage

@Suite("Readers of a page")
struct PageReadersTests {
  private static func document(_ name: String) -> PageDocument {
    PageDocument(
      kind: .coordinator,
      process: .init(name: name, processID: 1, host: "elm", version: "1", startedAt: 0))
  }

  @Test("a slow reader finds the last document alone")
  func slow() async throws {
    let readers = PageReaders()
    let (_, mailbox) = try #require(readers.join())
    for name in ["a", "b", "c"] { #expect(readers.publish(Self.document(name))) }
    readers.beat()
    var iterator = mailbox.makeIterator()
    let letter = await mailbox.next(&iterator)
    #expect(letter == .document(PageLetter(Self.document("c"))))
    readers.beat()
    #expect(await mailbox.next(&iterator) == .beat)
    readers.close()
    #expect(await mailbox.next(&iterator) == nil)
  }

  @Test("one that comes later finds the last document at once; what is the same is not sent again")
  func later() async throws {
    let readers = PageReaders()
    let first = try #require(readers.join())
    #expect(readers.publish(Self.document("a")))
    #expect(!readers.publish(Self.document("a")))
    let (_, mailbox) = try #require(readers.join())
    var iterator = mailbox.makeIterator()
    #expect(await mailbox.next(&iterator) == .document(PageLetter(Self.document("a"))))
    readers.leave(first.number)
    #expect(readers.count == 1)
  }

  @Test("the document is forgotten with the last reader")
  func forgotten() throws {
    let readers = PageReaders()
    let (number, _) = try #require(readers.join())
    #expect(readers.publish(Self.document("a")))
    readers.leave(number)
    _ = try #require(readers.join())
    #expect(readers.publish(Self.document("a")))
  }

  @Test("there are so many, and none after the end")
  func bounded() throws {
    let readers = PageReaders()
    let joined = (0..<PageReaders.readersAtMost).compactMap { _ in readers.join() }
    #expect(joined.count == PageReaders.readersAtMost)
    #expect(readers.join() == nil)
    readers.leave(joined[3].number)
    #expect(readers.join() != nil)
    readers.close()
    readers.leave(joined[4].number)
    #expect(readers.join() == nil)
  }

  @Test("a document is one line, whatever names have in them")
  func line() {
    let event = PageLetter(Self.document("a\n\ndata: b\r\u{2028}")).event
    let text = String(decoding: event, as: UTF8.self)
    #expect(text.hasSuffix("\n\n"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 4)
    #expect(!text.contains("\r"))
  }
}
