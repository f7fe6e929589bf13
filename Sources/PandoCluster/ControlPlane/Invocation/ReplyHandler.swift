import Distributed
import PandoWire

/// Turns what a distributed function returns or throws into a reply.
package struct ReplyHandler: DistributedTargetInvocationResultHandler {
  package typealias SerializationRequirement = any Codable

  let call: IncomingCall
  let maximumBytes: Int
  let send: @Sendable (Reply) -> Void

  /// More than a reply has besides the bytes of its result.
  static let overheadBytes = 32

  package func onReturn<Success: Codable>(value: Success) async throws {
    do {
      let bytes = try WireEncoder.encode(value)
      send(
        bytes.count <= maximumBytes
          ? .result(bytes)
          : .failure(.tooLarge(bytes: bytes.count, limit: maximumBytes)))
    } catch {
      send(.failure(.malformed("the result was not encoded: \(error)")))
    }
  }

  package func onReturnVoid() async throws {
    send(.void)
  }

  package func onThrow<Err: Error>(error: Err) async throws {
    send(.failure(translated(error)))
  }

  func translated(_ error: any Error) -> ControlError {
    switch error {
    case let error as ControlError: error
    case let error as ExecuteDistributedTargetError
    where error.errorCode != .other:
      call.unknownTarget
    default: .failed("\(type(of: error)): \(error)".shortened(toBytes: 4096))
    }
  }
}
