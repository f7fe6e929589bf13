#if Page
  import Foundation
  import Hummingbird
  import Logging
  import HTTPTypes
  import NIOCore

  extension PageServer {
    func router() -> Router<PageContext> {
      let router = Router(context: PageContext.self, options: .autoGenerateHeadEndpoints)
      router.add(middleware: PageHeaders(guardian: guardian))
      for asset in PageAsset.allCases {
        router.get("/\(asset.rawValue)") { _, _ in Self.answer(asset.bytes, asset.contentType) }
      }
      router.get("/status.json") { [self] _, context in
        let document = try await look(documents, at: .whole, context)
        guard let document else {
          throw PageRefusal(
            status: 503,
            text: "There is nothing to show yet, or no longer, or no thread can be started.")
        }
        return Self.answer(PageLetter(document).json, "application/json")
      }
      router.get("/events") { [self] request, context in try events(request, context) }
      router.get("/children/:child/state") { [self] _, context in
        let child = try context.parameters.require("child", as: UInt64.self)
        switch try await look(children, at: child, context) {
        case .shown(let values):
          return Self.answer(PageAnswer(values: values).json, "application/json")
        case .hidden(let feature):
          throw PageRefusal(
            status: 403,
            text: """
              Nothing is shown of the state of \(feature): its type does not say what may be read of it. Have it \
              conform to PageVisible, and name the feature in StatusPage.serve(states:).
              """)
        case .gone: throw PageRefusal(status: 404, text: "That child has gone.")
        case .unseen: throw OwnThread.refusal
        }
      }
      router.get("/commits/:commit") { [self] _, context in
        let commit = try context.parameters.require("commit", as: UInt64.self)
        let past = try await look(pasts, at: commit, context).get()
        return Self.answer(PageAnswer(past: past).json, "application/json")
      }
      router.post("/workers/:worker/drain") { [self] request, context in
        try await command(request, context) { worker, order in
          try await self.source.drain(
            worker, withinMilliseconds: order.withinMilliseconds ?? PageOrder.drainMilliseconds)
        }
      }
      router.post("/workers/:worker/undrain") { [self] request, context in
        try await command(request, context) { worker, _ in try await self.source.undrain(worker) }
      }
      return router
    }

    private static func answer(
      _ bytes: [UInt8], _ type: String, status: HTTPResponse.Status = .ok
    ) -> Response {
      Response(
        status: status, headers: [.contentType: type],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    // MARK: - Reading

    /// Takes a look for a request. Throws a `PageRefusal` when it takes too long.
    private func look<Key, Value>(
      _ looks: SharedLooks<Key, Value>, at key: Key, _ context: PageContext
    ) async throws(PageRefusal) -> Value {
      let loop = context.channel.eventLoop
      let outcome = await looks.value(of: key) { end in
        _ = loop.scheduleTask(in: .milliseconds(Self.lookLimitMilliseconds)) { end() }
      }
      guard case .seen(let value) = outcome else {
        throw PageRefusal(
          status: 503,
          text: "Nobody answers just now: a reducer may hang. Look at the log, and try again later."
        )
      }
      return value
    }

    private func events(_ request: Request, _ context: PageContext) throws -> Response {
      guard readers.count < PageReaders.readersAtMost else { throw Self.crowded }
      return Response(
        status: .ok, headers: [.contentType: "text/event-stream; charset=utf-8"],
        body: ResponseBody { [self] writer in
          // Now, and not above: an answer that nobody takes is never written.
          guard let (number, mailbox) = readers.join() else { return try await writer.finish(nil) }
          defer { readers.leave(number) }
          try await request.body.consumeWithInboundCloseHandler { _ in
            var iterator = mailbox.makeIterator()
            while let letter = await mailbox.next(&iterator) {
              try await write(letter, &writer, to: context.channel)
            }
          } onInboundClosed: {
            mailbox.close()
          }
          try await writer.finish(nil)
        })
    }

    private static var crowded: PageRefusal {
      PageRefusal(
        status: 503,
        text:
          "\(PageReaders.readersAtMost) readers have the page open already. Close one of them, or read /status.json."
      )
    }

    /// Writes a letter, and closes the connection of a reader that does not take it in time.
    private func write(
      _ letter: PageMailbox.Letter, _ writer: inout any ResponseBodyWriter, to channel: any Channel
    ) async throws {
      let bytes =
        switch letter {
        case .document(let letter): letter.event
        case .beat: PageLetter.beat
        }
      let late = channel.eventLoop.scheduleTask(in: .milliseconds(writeMilliseconds)) {
        channel.close(mode: .all, promise: nil)
      }
      defer { late.cancel() }
      try await writer.write(ByteBuffer(bytes: bytes))
    }

    // MARK: - Commands

    private func command(
      _ request: Request, _ context: PageContext,
      _ body: @escaping @Sendable (String, PageOrder) async throws -> String
    ) async throws -> Response {
      try guardian.checkOperator(PageGuard.Caller(request))
      let name = try context.parameters.require("worker")
      let worker = name.removingPercentEncoding ?? name
      let order = try PageOrder(
        bytes: Array(try await request.body.collect(upTo: PageOrder.bytesAtMost).readableBytesView))
      do {
        let text = try await body(worker, order)
        logger.notice("An operator used the page.", metadata: ["outcome": "\(text)"])
        return Self.answer(PageAnswer(message: text).json, "application/json")
      } catch let error as PageRefusal {
        throw error
      } catch {
        throw PageRefusal(status: 409, text: "\(error)")
      }
    }
  }
#endif
