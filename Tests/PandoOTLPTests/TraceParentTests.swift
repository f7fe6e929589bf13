import Testing

@testable import PandoOTLP

@Suite("The field traceparent")
struct TraceParentTests {
  private static let example = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

  @Test("is read and written as the recommendation has it")
  func readAndWritten() throws {
    let context = try #require(SpanContext(parent: Self.example, state: "a=1"))
    #expect(context.traceID.high == 0x0af7_6519_16cd_43dd)
    #expect(context.traceID.low == 0x8448_eb21_1c80_319c)
    #expect(context.spanID.rawValue == 0xb7ad_6b71_6920_3331)
    #expect(context.isSampled)
    #expect(context.state == "a=1")
    #expect(context.parentText == Self.example)
  }

  @Test("keeps its leading noughts")
  func noughts() throws {
    let text = "00-00000000000000000000000000000001-0000000000000001-00"
    let context = try #require(SpanContext(parent: text))
    #expect(context.parentText == text)
    #expect(!context.isSampled)
  }

  @Test("of a later version is read as far as it is known")
  func later() {
    #expect(SpanContext(parent: "01" + Self.example.dropFirst(2) + "-more") != nil)
    #expect(SpanContext(parent: "01" + Self.example.dropFirst(2) + "more") == nil)
  }

  @Test(
    "is none where it is anything else",
    arguments: [
      "", "00", Self.example + "-more", "ff" + Self.example.dropFirst(2), Self.example.uppercased(),
      "00-00000000000000000000000000000000-b7ad6b7169203331-01",
      "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
      "00_0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      String(repeating: "\u{e9}", count: 40),
    ])
  func others(_ text: String) {
    #expect(SpanContext(parent: text) == nil)
  }
}
