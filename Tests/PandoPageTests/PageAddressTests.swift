import PandoCluster
import Testing

@Suite("The address of a page")
struct PageAddressTests {
  @Test(
    "is one of this machine",
    arguments: [
      ("127.0.0.1:9465", "127.0.0.1:9465"), ("localhost:0", "127.0.0.1:0"),
      ("127.3.2.1:65535", "127.3.2.1:65535"),
    ])
  func own(_ text: String, _ read: String) throws {
    #expect(try ServedAddress(text, for: .page, mayBeOnNetwork: false).description == read)
  }

  @Test(
    "is none of others, unless that is said",
    arguments: ["0.0.0.0:9465", "10.0.0.7:80", "1.2.3.4:1"]
  )
  func network(_ text: String) throws {
    let problem = #expect(throws: ServedAddress.Problem.self) {
      try ServedAddress(text, for: .page, mayBeOnNetwork: false)
    }
    #expect(problem?.description.contains("--page-on-network") == true)
    #expect(try ServedAddress(text, for: .page, mayBeOnNetwork: true).description == text)
  }

  @Test(
    "is no other text",
    arguments: [
      "", "9465", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:1:2",
      "127.evil.example:80", "example.com:80", ":80", "http://127.0.0.1:80",
    ])
  func none(_ text: String) {
    let problem = #expect(throws: ServedAddress.Problem.self) {
      try ServedAddress(text, for: .page, mayBeOnNetwork: true)
    }
    #expect(problem?.description.contains("write 127.0.0.1:9465") == true)
  }
}
