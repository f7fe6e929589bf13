#if Page
  import Foundation
  import Logging
  import PandoCluster
  import Testing

  @testable import PandoPage

  @Suite("A page, over HTTP", .timeLimit(.minutes(15)))
  struct PageServerTests {
    static let secret = "a-secret-of-24-characters"

    private func withPage(
      _ source: MovingSource = MovingSource(), token: String? = nil,
      writeMilliseconds: Int64 = 10_000,
      _ body: (PageServer, Int) async throws -> Void
    ) async throws {
      let server = PageServer(
        source: source,
        guardian: PageGuard(token: try token.map { try PageToken($0) }, hostName: "elm.example"),
        logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
        writeMilliseconds: writeMilliseconds)
      let port = try await server.start(
        at: ServedAddress("127.0.0.1:0", for: .page, mayBeOnNetwork: false))
      defer { server.stop() }
      try await body(server, port)
    }

    private func wait(_ what: String, until isTrue: () async throws -> Bool) async throws {
      let end = ContinuousClock.now + .seconds(30)
      while try await !isTrue() {
        guard ContinuousClock.now < end else {
          Issue.record("\(what): not within 30 s")
          throw CancellationError()
        }
        try await Task.sleep(for: .milliseconds(10))
      }
    }

    @Test("has all of its files, and tells browsers to take nothing from elsewhere")
    func files() async throws {
      try await withPage { _, port in
        for asset in PageAsset.allCases {
          let answer = try await RawClient.ask("GET", "/\(asset.rawValue)", port: port)
          #expect(answer.hasPrefix("HTTP/1.1 200 "))
          #expect(answer.contains(asset.contentType))
          #expect(answer.contains("default-src 'none'; script-src 'self'"))
          #expect(answer.contains("x-content-type-options: nosniff"))
          let body = String(decoding: asset.bytes, as: UTF8.self)
          #expect(!body.isEmpty && answer.hasSuffix(body))
          // Of what lies elsewhere a page can name the kind of its picture alone.
          let others = body.replacing("http://www.w3.org/2000/svg", with: "")
          #expect(!others.contains("http://") && !others.contains("https://"))
        }
        #expect(try await RawClient.ask("GET", "/../etc", port: port).hasPrefix("HTTP/1.1 404 "))
      }
    }

    @Test("keeps a history from the beginning, though nobody reads")
    func history() async throws {
      let source = MovingSource()
      try await withPage(source) { _, _ in
        try await wait("it is remembered twice") { source.memoryCount == 2 }
      }
      #expect(source.lookCount == 0)
    }

    @Test("answers HEAD as GET, without a body, and at once")
    func heads() async throws {
      try await withPage { server, port in
        for (path, host, status) in [
          ("/", nil, 200), ("/status.json", nil, 200), ("/events", nil, 200), ("/none", nil, 404),
          ("/", "evil.example", 421),
        ] as [(String, String?, Int)] {
          let answer = try await RawClient.ask("HEAD", path, port: port, host: host)
          #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(path)")
          #expect(answer.components(separatedBy: "\r\n\r\n").last == "", "\(path): \(answer)")
          #expect(answer.contains("x-content-type-options: nosniff"))
        }
        let page = try await RawClient.ask("HEAD", "/", port: port)
        let length = PageAsset.allCases.first { $0.rawValue.isEmpty }?.bytes.count
        #expect(page.lowercased().contains("content-length: \(length ?? -1)\r\n"))
        #expect(server.readers.count == 0)
      }
    }

    @Test("tells nothing to a name that is not its own")
    func host() async throws {
      try await withPage { _, port in
        for path in ["/", "/status.json", "/events"] {
          let answer = try await RawClient.ask("GET", path, port: port, host: "evil.example")
          #expect(answer.hasPrefix("HTTP/1.1 421 "))
          #expect(!answer.contains("look"))
        }
      }
    }

    @Test("sends what is new as it comes, four times a second at most")
    func events() async throws {
      let source = MovingSource()
      try await withPage(source) { server, port in
        let status = try await RawClient.ask("GET", "/status.json", port: port)
        #expect(status.contains(#""name":"look 1""#))
        let client = try RawClient(port: port)
        let began = ContinuousClock.now
        client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let text = await client.read(until: "look 9\"")
        #expect(text.lowercased().contains("content-type: text/event-stream"))
        #expect(text.components(separatedBy: "event: status\ndata: {").count >= 8)
        // Nine looks are seven pauses at least, whatever the machine does.
        #expect(ContinuousClock.now - began >= .milliseconds(7 * 250 - 50))
        #expect(server.readers.count == 1)
      }
    }

    @Test("a reader that has gone is forgotten, and the source is left alone")
    func gone() async throws {
      let source = MovingSource()
      try await withPage(source) { server, port in
        do {
          let client = try RawClient(port: port)
          client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
          _ = await client.read(until: "event: status")
        }
        try await wait("the reader is forgotten") { server.readers.count == 0 }
        // A look may be under way.
        try await wait("nobody looks for a second") {
          let looks = source.lookCount
          try await Task.sleep(for: .milliseconds(1_000))
          return source.lookCount == looks
        }
      }
    }

    @Test("readers hear from it though nothing happens")
    func beats() async throws {
      try await withPage(MovingSource(moves: false)) { _, port in
        let client = try RawClient(port: port)
        client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        var text = await client.read(until: "event: status")
        for _ in 1...2 {
          let more = await client.read(until: "event: beat")
          #expect(more.contains("event: beat"))
          text += more
        }
        #expect(text.components(separatedBy: "event: status").count == 2)
      }
    }

    @Test("a reader that does not read is closed, and another one reads on")
    func slow() async throws {
      // More than the system keeps for one connection, within a few looks.
      let source = MovingSource(workerCount: 20_000)
      try await withPage(source, writeMilliseconds: 1_000) { server, port in
        let client = try RawClient(port: port, receiveBytes: 4_096)
        client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try await wait("the reader is there") { server.readers.count == 1 }
        try await wait("the reader is closed") { server.readers.count == 0 }
        let other = try RawClient(port: port)
        other.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await other.read(until: "event: status").contains("event: status"))
        _ = client
      }
    }

    @Test("readers are bounded, and the next one is told so")
    func bounded() async throws {
      try await withPage { server, port in
        var clients: [RawClient] = []
        for count in 1...PageReaders.readersAtMost {
          let client = try RawClient(port: port)
          client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
          try await wait("the reader is there") { server.readers.count == count }
          clients.append(client)
        }
        let answer = try await RawClient.ask("GET", "/events", port: port)
        #expect(answer.hasPrefix("HTTP/1.1 503 "))
        #expect(answer.contains("Close one of them"))
        clients = []
      }
    }

    @Test("requests that are too long are refused")
    func long() async throws {
      try await withPage(token: Self.secret) { _, port in
        let filler = String(repeating: "x", count: 40_000)
        let head = try await RawClient.ask("GET", "/", port: port, headers: ["X-Filler: \(filler)"])
        #expect(!head.contains("HTTP/1.1 200 "))
        let body = try await RawClient.ask(
          "POST", "/workers/w1/drain", port: port,
          headers: ["Authorization: Bearer \(Self.secret)"],
          body: filler)
        #expect(body.hasPrefix("HTTP/1.1 413 "))
      }
    }

    @Test("drains with the token, and puts back; says why it does not")
    func commands() async throws {
      let source = MovingSource()
      let token = ["Authorization: Bearer \(Self.secret)"]
      try await withPage(source, token: Self.secret) { _, port in
        let post = { (path: String, headers: [String], body: String) in
          try await RawClient.ask("POST", path, port: port, headers: headers, body: body)
        }
        let without = try await post("/workers/w1/drain", [], "")
        #expect(without.hasPrefix("HTTP/1.1 401 ") && without.contains("The token is missing."))
        #expect(without.lowercased().contains("www-authenticate: bearer"))
        let wrong = try await post("/workers/w1/drain", ["Authorization: Bearer no"], "")
        #expect(wrong.hasPrefix("HTTP/1.1 401 ") && wrong.contains("The token is wrong."))
        let foreign = try await post(
          "/workers/w1/drain", token + ["Origin: http://evil.example"], "")
        #expect(foreign.hasPrefix("HTTP/1.1 403 "))
        #expect(source.given == [])
        let drained = try await post(
          "/workers/w1%20b/drain", token, #"{"withinMilliseconds": 1500}"#)
        #expect(drained.hasPrefix("HTTP/1.1 200 ") && drained.contains("drains."))
        #expect(try await post("/workers/w1/undrain", token, "").contains("w1 is back."))
        #expect(source.given == ["drain w1 b 1500", "undrain w1"])
        let unknown = try await post("/workers/none/drain", token, "")
        #expect(unknown.hasPrefix("HTTP/1.1 409 ") && unknown.contains("There is no worker"))
        #expect(try await post("/workers/w1/drain", token, "5").hasPrefix("HTTP/1.1 400 "))
        let read = try await RawClient.ask("GET", "/workers/w1/drain", port: port, headers: token)
        #expect(read.hasPrefix("HTTP/1.1 404 "))
        #expect(source.given.count == 2)
      }
    }

    @Test("answers while user code keeps every thread of the concurrency pool")
    func busyPool() async throws {
      try await withPage { _, port in
        let isOver = DispatchSemaphore(value: 0)
        let answer = DispatchSemaphore(value: 0)
        let text = TextBox()
        Thread.detachNewThread {
          let client = try? RawClient(port: port)
          client?.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
          if let client { text.read(client, until: "look 4\"") }
          answer.signal()
        }
        // More than there are threads; this task takes one, too.
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount + 2 {
          Task.detached { Self.block(isOver) }
        }
        #expect(Self.block(answer, seconds: 30), "it does not answer")
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount + 2 { isOver.signal() }
        #expect(text.value.contains("look 4\""))
      }
    }

    @discardableResult
    private static func block(_ semaphore: DispatchSemaphore, seconds: Int = 60) -> Bool {
      semaphore.wait(timeout: .now() + .seconds(seconds)) == .success
    }

    @Test("a port that is taken is told with how to choose another")
    func taken() async throws {
      try await withPage { _, port in
        let other = PageServer(
          source: MovingSource(), guardian: PageGuard(token: nil, hostName: ""),
          logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        let problem = await #expect(throws: PageError.self) {
          _ = try await other.start(
            at: ServedAddress("127.0.0.1:\(port)", for: .page, mayBeOnNetwork: false))
        }
        #expect(problem?.description.contains("127.0.0.1:\(port)") == true)
        #expect(problem?.description.contains("choose another") == true)
      }
    }

    @Test("ends with its readers")
    func stop() async throws {
      try await withPage { server, port in
        let client = try RawClient(port: port)
        client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = await client.read(until: "event: status")
        server.stop()
        _ = await client.read()
        try await wait("nobody listens") { (try? RawClient(port: port)) == nil }
      }
    }
  }
#endif
