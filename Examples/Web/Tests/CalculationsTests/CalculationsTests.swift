import Calculations
import Foundation
import Hummingbird
import HummingbirdTesting
import PandoCluster
import PandoTesting
import Testing

@Suite("The server of calculators")
struct CalculationsTests {
  @Test("works out what a session sends, and keeps it for that session", arguments: [false, true])
  func sessions(hosted: Bool) async throws {
    try await serve(hosted: hosted) { client in
      let first = try await begin(client)
      let second = try await begin(client)
      #expect(try await enter("6 7 *", first, client).lines.last?.result == "42")
      #expect(try await enter("1 2 + 4 -", first, client).lines.last?.result == "-1")
      #expect(try await enter("seven", second, client).lines.last?.result == "not understood")
      let page = try await client.execute(uri: "/sessions/\(first)", method: .get) {
        try JSONDecoder().decode(Page.self, from: Data(buffer: $0.body))
      }
      #expect(page.count == 2)
      #expect(page.lines.map(\.text) == ["6 7 *", "1 2 + 4 -"])
    }
  }

  @Test("a session that ends its worker hears so, and the others go on")
  func divisionByZero() async throws {
    try await serve(hosted: true) { client in
      let first = try await begin(client)
      let second = try await begin(client)
      #expect(try await enter("1 0 /", first, client).lines.map(\.result) == ["impossible"])
      #expect(try await enter("8 2 /", second, client).lines.map(\.result) == ["4"])
      #expect(try await enter("9 3 /", first, client).lines.map(\.result) == ["impossible", "3"])
    }
  }

  @Test("a session that has ended is not there any more")
  func ends() async throws {
    try await serve(hosted: false) { client in
      let id = try await begin(client)
      for status in [HTTPResponse.Status.noContent, .notFound] {
        try await client.execute(uri: "/sessions/\(id)", method: .delete) {
          #expect($0.status == status)
        }
      }
      try await client.execute(uri: "/sessions/\(id)", method: .get) {
        #expect($0.status == .notFound)
      }
    }
  }

  @Test("has so many sessions at once, and no more")
  func limit() async throws {
    let visits = Visits(hosting: .direct, limit: 1)
    try await Application(router: routes(for: visits)).test(.router) { client in
      let id = try await begin(client)
      try await client.execute(uri: "/sessions", method: .post) {
        #expect($0.status == .serviceUnavailable)
      }
      try await client.execute(uri: "/sessions/\(id)", method: .delete)
      _ = try await begin(client)
    }
    await visits.endAll()
  }

  private func serve(
    hosted: Bool, _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void
  ) async throws {
    let visits = Visits(hosting: hosted ? .workers(1, executable: program) : .direct)
    try await Application(router: routes(for: visits)).test(.router, test)
    await visits.endAll()
  }

  private func begin(_ client: any TestClientProtocol) async throws -> String {
    try await client.execute(uri: "/sessions", method: .post) {
      #expect($0.status == .created)
      return try JSONDecoder().decode(NewVisit.self, from: Data(buffer: $0.body)).id
    }
  }

  private func enter(
    _ text: String, _ id: String, _ client: any TestClientProtocol
  ) async throws -> Page {
    try await client.execute(
      uri: "/sessions/\(id)/entries", method: .post,
      headers: [.contentType: "application/json"],
      body: ByteBuffer(data: JSONEncoder().encode(Entry(text: text)))
    ) { try JSONDecoder().decode(Page.self, from: Data(buffer: $0.body)) }
  }

  /// The program of this package, whose workers host calculators.
  private var program: String {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let runner = bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return runner.deletingLastPathComponent().appendingPathComponent("calculations").path
  }
}
