#if Page
  import Hummingbird
  import HummingbirdCore
  import Logging
  import NIOCore
  import PandoCluster
  import Synchronization

  /// Serves a page, on a thread of its own.
  ///
  /// Bounded: so many connections and readers at once, so many documents a second, one document for a reader that
  /// is slow, and so much time for each write.
  final class PageServer: Sendable {
    /// The number of connections at once. Others wait to be let in.
    static let connectionsAtMost = 64
    /// The time from one look at the source to the next: four a second at most, and none while nobody reads.
    static let lookMilliseconds: Int64 = 250
    /// The part of the time that looking may take: one that takes long makes the next one wait.
    static let timeForLooking = 0.05
    /// The looks without news after which a reader hears from us all the same.
    static let looksPerBeat = 20
    /// The time that a request waits for a look at the source.
    static let lookLimitMilliseconds: Int64 = 5_000
    /// The number of children whose state is looked at at once.
    static let childLooksAtMost = 8
    /// The time without a request after which a connection is closed.
    static let idleSeconds: Int64 = 30

    /// All that there is to show.
    enum Whole { case whole }

    let source: any PageSource
    let guardian: PageGuard
    let readers = PageReaders()
    let thread = PageThread()
    let logger: Logger
    /// The looks of requests and of `watch` at the whole.
    let documents: SharedLooks<Whole, PageDocument?>
    /// The looks of requests at the state of a child, by its number.
    let children: SharedLooks<UInt64, PageChildValues>
    /// The looks of requests at a commit of a journal.
    let pasts: SharedLooks<UInt64, Result<PagePast, PageRefusal>>
    /// The time that a reader may take to take what was written.
    let writeMilliseconds: Int64
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(
      source: any PageSource, guardian: PageGuard, logger: Logger, writeMilliseconds: Int64 = 10_000
    ) {
      self.source = source
      self.guardian = guardian
      self.logger = logger
      self.writeMilliseconds = writeMilliseconds
      documents = SharedLooks(atMost: 1, on: thread) { _ in await source.document() }
      children = SharedLooks(atMost: Self.childLooksAtMost, on: thread) {
        await source.values(ofChild: $0)
      }
      pasts = SharedLooks(atMost: 1, on: thread) { commit in
        do throws(PageRefusal) {
          return .success(try await source.past(commit))
        } catch {
          return .failure(error)
        }
      }
    }

    /// Listens, and returns the port. Throws a `PageError` when it cannot, or when the task is cancelled meanwhile:
    /// nothing of it goes on then.
    func start(at address: ServedAddress) async throws -> Int {
      let (starts, started) = AsyncStream.makeStream(of: Result<Int, PageError>.self)
      let application = application(at: address) { channel in
        started.yield(.success(channel.localAddress?.port ?? Int(address.port)))
      }
      let task = Task(executorPreference: thread) {
        await withTaskGroup { group in
          group.addTask { await self.watch() }
          group.addTask { await self.remember() }
          group.addTask { await self.source.follow() }
          do {
            try await application.run()
            started.yield(.failure(PageError("the page at \(address) was stopped")))
          } catch {
            started.yield(
              .failure(
                PageError(
                  """
                  cannot serve the page at \(address): \(error). Where the address is in use, choose another \
                  port; port 0 is any that is free. Under systemd the unit has to allow sockets of the network: \
                  install Deploy/metrics.
                  """, isOfAddress: true)))
          }
          group.cancelAll()
        }
        started.finish()
        self.readers.close()
      }
      self.task.withLock { $0 = task }
      for await start in starts {
        if case .success(let port) = start { return port }
        stop()
        return try start.get()
      }
      // Cancelled.
      stop()
      throw PageError("the page at \(address) was stopped")
    }

    /// Ends what readers get, and closes all connections. Nobody who calls this waits for a reader.
    func stop() {
      readers.close()
      let task = task.withLock { $0 }
      task?.cancel()
      Task.detached { [thread, documents, children, pasts] in
        await task?.value
        // A look that nobody waits for any longer ends on the thread, too.
        await documents.idle()
        await children.idle()
        await pasts.idle()
        thread.stop()
      }
    }

    private func application(
      at address: ServedAddress, onRunning: @escaping @Sendable (any Channel) async -> Void
    ) -> some ApplicationProtocol {
      // Readers come and go: nothing of that is for the log of a daemon.
      var quiet = logger
      quiet.logLevel = .critical
      var configuration = ApplicationConfiguration(
        address: .hostname(address.host, port: Int(address.port)), serverName: "pando")
      configuration.availableConnectionsDelegate = .maximum(
        Self.connectionsAtMost, logger: quiet)
      let http = HTTP1Channel.Configuration(
        idleTimeout: .seconds(Self.idleSeconds),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 64))
      return Application(
        router: router(), server: .http1(configuration: http), configuration: configuration,
        onServerRunning: onRunning, eventLoopGroupProvider: .shared(thread.group), logger: quiet)
    }

    /// Has the source keep its history, also while nobody reads, or a look hangs.
    private func remember() async {
      // A coordinator is there a moment after its page.
      var pause: Int64 = 1_000
      repeat {
        await source.remember()
        do { try await thread.sleep(milliseconds: pause) } catch { break }
        pause = Int64(PageDocument.History.stepMilliseconds)
      } while !Task.isCancelled
    }

    /// Looks at the source while somebody reads, and tells the readers what is new.
    private func watch() async {
      var quietLooks = 0
      while !Task.isCancelled {
        var pause = Self.lookMilliseconds
        let isRead = readers.count > 0
        await source.attend(isRead)
        if isRead {
          let began = ContinuousClock.now
          // It may take for ever: it is nobody's request.
          if case .seen(let document?) = await documents.value(of: .whole, limit: { _ in }),
            readers.publish(document)
          {
            quietLooks = 0
          } else {
            quietLooks += 1
          }
          if quietLooks >= Self.looksPerBeat {
            readers.beat()
            quietLooks = 0
          }
          let seconds = (ContinuousClock.now - began) / .seconds(1)
          pause = max(pause, Int64(seconds / Self.timeForLooking * 1_000))
        }
        do { try await thread.sleep(milliseconds: min(pause, 30_000)) } catch { break }
      }
      await source.attend(false)
    }
  }
#endif
