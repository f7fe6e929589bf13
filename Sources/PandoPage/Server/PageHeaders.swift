#if Page
  import Hummingbird
  import HTTPTypes
  import NIOCore

  /// Judges every request by its host, puts the headers of the page on every answer, and tells a refusal in words.
  struct PageHeaders: RouterMiddleware {
    let guardian: PageGuard

    func handle(
      _ request: Request, context: PageContext,
      next: (Request, PageContext) async throws -> Response
    ) async throws -> Response {
      var response: Response
      do {
        try guardian.checkHost(PageGuard.Caller(request))
        response = try await next(request, context)
      } catch let refusal as PageRefusal {
        response = Self.response(refusal)
      } catch let error as HTTPError {
        response = Self.response(
          PageRefusal(status: error.status.code, text: error.body ?? error.status.reasonPhrase))
      }
      for (name, value) in PageAsset.headers {
        guard let name = HTTPField.Name(name) else { preconditionFailure("it is a name") }
        response.headers[name] = value
      }
      // Bytes behind the head would be read as the next answer.
      return request.method == .head ? response.createHeadResponse() : response
    }

    private static func response(_ refusal: PageRefusal) -> Response {
      var response = Response(
        status: HTTPResponse.Status(code: refusal.status),
        headers: [.contentType: "application/json"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: PageAnswer(error: refusal.text).json)))
      if refusal.status == 401 { response.headers[.wwwAuthenticate] = "Bearer" }
      return response
    }
  }

  extension PageGuard.Caller {
    init(_ request: Request) {
      self.init(
        host: request.head.authority, origin: request.headers[.origin],
        fetchSite: HTTPField.Name("sec-fetch-site").flatMap { request.headers[$0] },
        authorization: request.headers[.authorization])
    }
  }
#endif
