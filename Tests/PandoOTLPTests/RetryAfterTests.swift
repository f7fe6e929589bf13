import Testing

@testable import PandoOTLP

@Suite("The field Retry-After")
struct RetryAfterTests {
  // Sunday, 6 November 1994, 08:49:37 UTC.
  private static let now = 784_111_777

  @Test("is a number of seconds, or a date")
  func read() {
    #expect(RetryAfter.milliseconds("7", now: Self.now) == 7_000)
    #expect(RetryAfter.milliseconds("0", now: Self.now) == 0)
    #expect(RetryAfter.milliseconds("Sun, 06 Nov 1994 08:49:49 GMT", now: Self.now) == 12_000)
  }

  @Test("is bounded, and a date that is past asks for nothing")
  func bounds() {
    #expect(RetryAfter.milliseconds("90000", now: Self.now) == 600_000)
    #expect(RetryAfter.milliseconds("9223372036854775807", now: Self.now) == 600_000)
    #expect(RetryAfter.milliseconds("-5", now: Self.now) == 0)
    #expect(RetryAfter.milliseconds("Sun, 06 Nov 1994 08:00:00 GMT", now: Self.now) == 0)
    #expect(RetryAfter.milliseconds("Sun, 06 Nov 2094 08:00:00 GMT", now: Self.now) == 600_000)
  }

  @Test("is none where it is anything else", arguments: ["", "soon", "1.5", "Sun, 06 Nov 1994"])
  func others(_ field: String) {
    #expect(RetryAfter.milliseconds(field, now: Self.now) == nil)
  }
}
