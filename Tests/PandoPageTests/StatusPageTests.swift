import Foundation
import Logging
import Pando
import PandoCluster
import Testing
import ZeroMQ

@testable import PandoPage

@Suite("A page of a program", .timeLimit(.minutes(15)))
struct StatusPageTests {
  private let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

  private func configuration() throws -> CoordinatorConfiguration {
    CoordinatorConfiguration(
      endpoint: try Endpoint("ipc://\(NSTemporaryDirectory())pando-page-\(getpid()).sock"))
  }

  @Test("is not served where others could reach it, unless that is said")
  func network() async throws {
    var configuration = try configuration()
    let problem = await #expect(throws: PageError.self) {
      try await StatusPage.serve(&configuration, at: "0.0.0.0:0", logger: logger)
    }
    #expect(problem?.description.contains("--page-on-network") == true)
  }

  #if Page
    @Test("shows a coordinator from its beginning to its end")
    func coordinator() async throws {
      var configuration = try configuration()
      let page = try await StatusPage.serve(&configuration, at: "127.0.0.1:0", logger: logger)
      let port = try #require(URL(string: page.url)?.port)
      let early = try await RawClient.ask("GET", "/status.json", port: port)
      #expect(early.hasPrefix("HTTP/1.1 503 ") && early.contains("nothing to show yet"))
      let service = CoordinatorService(configuration: configuration, logger: logger)
      let task = Task { try await service.run() }
      let name = "\"name\":\"\(configuration.endpoint)\""
      let end = ContinuousClock.now + .seconds(30)
      var text = ""
      while !text.contains(name), ContinuousClock.now < end {
        text = try await RawClient.ask("GET", "/status.json", port: port)
      }
      #expect(text.contains(name))
      #expect(text.contains("\"kind\":\"coordinator\""))
      task.cancel()
      try await task.value
      #expect(
        try await RawClient.ask("GET", "/status.json", port: port).hasPrefix("HTTP/1.1 503 "))
      page.stop()
    }
  #else
    @Test("takes a build with the trait, and says how to make one")
    func trait() async throws {
      var configuration = try configuration()
      let problem = await #expect(throws: PageError.self) {
        try await StatusPage.serve(&configuration, at: "127.0.0.1:0", logger: logger)
      }
      #expect(problem?.description.contains("--traits Page,Diffs") == true)
    }
  #endif
}
