package import Distributed
import PandoWire
import Synchronization

extension ZeroMQActorSystem {
  package func remoteCall<Act, Err, Res>(
    on actor: Act, target: RemoteCallTarget, invocation: inout InvocationEncoder,
    throwing: Err.Type, returning: Res.Type
  ) async throws -> Res
  where Act: DistributedActor, Act.ID == ActorID, Err: Error, Res: Codable {
    guard case .result(let bytes) = try await reply(actor.id, target, invocation) else {
      throw ControlError.malformed("there is no result")
    }
    do {
      return try WireDecoder.decode(
        Res.self, from: bytes, limits: WireLimits(maximumBytes: limits.maximumReplyBytes))
    } catch {
      throw ControlError.malformed("the result was not decoded: \(error)")
    }
  }

  package func remoteCallVoid<Act, Err>(
    on actor: Act, target: RemoteCallTarget, invocation: inout InvocationEncoder,
    throwing: Err.Type
  ) async throws where Act: DistributedActor, Act.ID == ActorID, Err: Error {
    guard case .void = try await reply(actor.id, target, invocation) else {
      throw ControlError.malformed("there is a result where none was expected")
    }
  }

  /// Throws what the other side threw, `ControlError` or `CancellationError`.
  private func reply(
    _ address: ActorAddress, _ target: RemoteCallTarget, _ invocation: InvocationEncoder
  ) async throws -> Reply {
    try TargetTable.noteIfLearning(target)
    let id = CallID(rawValue: callsMade.add(1, ordering: .relaxed).newValue)
    let bytes = CallFrame(
      call: id, actor: address.name, target: target.identifier, arguments: invocation.arguments
    ).encode()
    guard bytes.count <= limits.maximumMessageBytes else {
      throw ControlError.tooLarge(bytes: bytes.count, limit: limits.maximumMessageBytes)
    }
    let reply = try await withTaskCancellationHandler {
      try Task.checkCancellation()
      return try await withCheckedThrowingContinuation { continuation in
        let call = OutgoingCall(
          id: id, endpoint: address.endpoint, bytes: bytes, continuation: continuation)
        guard mailbox.post(.call(call)) else {
          return continuation.resume(throwing: ControlError.shutDown)
        }
        // A cancellation that came before the call did found nothing to abandon.
        if Task.isCancelled { mailbox.post(.abandon(id)) }
      }
    } onCancel: {
      mailbox.post(.abandon(id))
    }
    if case .failure(let error) = reply { throw error }
    return reply
  }
}
