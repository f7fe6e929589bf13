import Foundation
public import Logging
public import Pando
public import PandoCluster

/// A page for browsers that shows a coordinator, or a program with its workers, as it stands.
///
/// It is served until it is stopped, or the process ends. Everything of it runs on a thread of its own: nobody waits
/// for it, and it waits for no user code.
///
/// Whoever reaches the address reads the page; so it is one of this machine, unless told otherwise. Draining takes a
/// token. It takes a build with the package's trait `Page`.
public struct StatusPage: Sendable {
  /// Where a browser finds it, with the port that the system chose.
  public let url: String
  private let end: @Sendable () -> Void

  /// Serves a page about a coordinator that is about to run with a configuration.
  ///
  ///     var configuration = CoordinatorConfiguration(endpoint: endpoint)
  ///     let page = try await StatusPage.serve(&configuration, at: "127.0.0.1:9465", logger: logger)
  ///     try await CoordinatorService(configuration: configuration, logger: logger).run()
  ///
  /// - Parameters:
  ///   - address: `127.0.0.1:9465`; port 0 is any that is free.
  ///   - isOnNetwork: Whether the address may be one that other machines reach.
  ///   - token: The secret by which workers are drained from the page; without one it only shows.
  ///   - origin: Where browsers find it behind a proxy, such as `https://pando.example.com`: by that name it answers,
  ///     too, and drains.
  /// - Throws: A `PageError` where the page cannot be served.
  public static func serve(
    _ configuration: inout CoordinatorConfiguration, at address: String, isOnNetwork: Bool = false,
    token: PageToken? = nil, origin: String? = nil, logger: Logger
  ) async throws -> StatusPage {
    let view = CoordinatorView()
    let page = try await serve(
      CoordinatorSource(view, hasOperator: token != nil), at: address, isOnNetwork: isOnNetwork,
      token: token, origin: origin, logger: logger)
    configuration.view = view
    return page
  }

  /// Serves a page about a program's store: its workers and hosted children, and what happens to them.
  ///
  ///     let page = try await StatusPage.serve(store, at: "127.0.0.1:9465", logger: logger)
  ///
  /// It does not keep the store alive. While somebody reads, it looks at ``Store/hostedChildren`` four times a second
  /// at most, and for a twentieth of the time at most; from the beginning it follows ``Store/hostingEvents``, and looks at
  /// ``Store/workers`` twice a minute.
  ///
  /// - Parameters:
  ///   - address: `127.0.0.1:9465`; port 0 is any that is free.
  ///   - isOnNetwork: Whether the address may be one that other machines reach.
  ///   - states: The features of whose states something may be read; nothing is shown of others.
  /// - Throws: A `PageError` where the page cannot be served.
  public static func serve<State, Action>(
    _ store: Store<State, Action>, at address: String, isOnNetwork: Bool = false,
    states: [PageState<State>] = [], logger: Logger
  ) async throws -> StatusPage {
    let process = PageDocument.Process(
      name: ProcessInfo.processInfo.processName, processID: ProcessIdentity.processID,
      host: ProcessIdentity.hostName, version: "",
      startedAt: Int(Date().timeIntervalSince1970 * 1_000))
    return try await serve(
      StoreSource(store, states: states, process: process), at: address, isOnNetwork: isOnNetwork,
      token: nil, logger: logger)
  }

  /// Serves a page about a source.
  package static func serve(
    _ source: some PageSource, at address: String, isOnNetwork: Bool, token: PageToken?,
    origin: String? = nil, logger: Logger
  ) async throws -> StatusPage {
    let further: PageOrigin?
    do throws(PageOrigin.Problem) {
      further = if let origin { try PageOrigin(origin) } else { nil }
    } catch {
      throw PageError(error.description)
    }
    let place: ServedAddress
    do throws(ServedAddress.Problem) {
      place = try ServedAddress(address, for: .page, mayBeOnNetwork: isOnNetwork)
    } catch {
      throw PageError(error.description)
    }
    #if Page
      let guardian = PageGuard(token: token, hostName: ProcessIdentity.hostName, origin: further)
      let server = PageServer(source: source, guardian: guardian, logger: logger)
      let port = try await server.start(at: place)
      let url = "http://\(place.host):\(port)/"
      logger.info(
        "A status page is served.",
        metadata: ["address": "\(url)", "drains": "\(token == nil ? "no" : "with a token")"])
      return StatusPage(url: url) { server.stop() }
    #else
      throw PageError(
        """
        The page at \(place) takes a build with hummingbird, which this one is not. Build it with the trait: \
        swift build --configuration release --traits Page,Diffs --scratch-path .build-page --product pando. A \
        program of yours depends on Pando with traits: ["Page"].
        """)
    #endif
  }

  /// Closes all connections. Returns at once.
  public func stop() { end() }

  private init(url: String, end: @escaping @Sendable () -> Void) {
    self.url = url
    self.end = end
  }
}
