#if OTLP
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import Synchronization

  /// Reads a response, of whose body it keeps the beginning: a collector has little to say.
  final class ResponseReader: HTTPClientResponseDelegate {
    private static let bodyBytesAtMost = 65_536
    private let response = Mutex(CollectorResponse())

    func didReceiveHead(
      task: HTTPClient.Task<CollectorResponse>, _ head: HTTPResponseHead
    ) -> EventLoopFuture<Void> {
      response.withLock {
        $0.status = Int(head.status.code)
        $0.retryAfter = head.headers.first(name: "retry-after")
      }
      return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(
      task: HTTPClient.Task<CollectorResponse>, _ buffer: ByteBuffer
    ) -> EventLoopFuture<Void> {
      response.withLock { response in
        let room = Self.bodyBytesAtMost - response.body.readableBytes
        if let part = buffer.getSlice(
          at: buffer.readerIndex, length: min(room, buffer.readableBytes))
        {
          response.body.writeImmutableBuffer(part)
        }
      }
      return task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<CollectorResponse>) -> CollectorResponse {
      response.withLock { $0 }
    }
  }
#endif
