import Distributed
import Logging
import PandoWire

extension ZeroMQActorSystem {
  /// Runs a call that came in, in a task of its own, and hands back what comes of it.
  func serve(_ call: IncomingCall) {
    guard let actor = directory[call.frame.actor] else {
      return refuse(call, .unknownActor(call.frame.actor.shortened(toBytes: 256)))
    }
    guard let actor = actor as? any ServedActor else {
      return refuse(call, call.unknownTarget)
    }
    let hasStarted = runningCalls.start {
      await Caller.$current.withValue(call.caller) { await self.run(call, on: actor) }
    }
    if !hasStarted { refuse(call, .tooManyCalls(limit: limits.callsServed)) }
  }

  private func run(_ call: IncomingCall, on actor: some ServedActor) async {
    guard await targets.targets(of: type(of: actor), in: self).contains(call.frame.target) else {
      return refuse(call, call.unknownTarget)
    }
    let handler = ReplyHandler(
      call: call, maximumBytes: limits.maximumReplyBytes - ReplyHandler.overheadBytes
    ) { [mailbox] reply in
      mailbox.post(.reply(call.peer, call.frame.call, version: call.frame.version, reply))
    }
    var decoder = InvocationDecoder(
      call.frame.arguments, limits: WireLimits(maximumBytes: limits.maximumMessageBytes))
    do {
      try await executeDistributedTarget(
        on: actor, target: RemoteCallTarget(call.frame.target), invocationDecoder: &decoder,
        handler: handler)
    } catch {
      // It never began: the runtime knows no such function, or could not read its arguments.
      refuse(call, handler.translated(error))
    }
  }

  private func refuse(_ call: IncomingCall, _ error: ControlError) {
    counters.add(.refusedCall)
    logger.debug("A call was refused.", metadata: ["error": "\(error)"])
    mailbox.post(
      .reply(call.peer, call.frame.call, version: call.frame.version, .failure(error)))
  }
}
