package import Distributed

extension ZeroMQActorSystem {
  /// Nil for an actor of another process, which is then called there.
  package func resolve<Act: DistributedActor>(
    id: ActorID, as type: Act.Type
  ) throws -> Act? where Act.ID == ActorID {
    guard id.endpoint == endpoint else { return nil }
    guard let actor = directory[id.name] as? Act else {
      throw ControlError.unknownActor(id.name)
    }
    return actor
  }

  package func assignID<Act: DistributedActor>(
    _ type: Act.Type
  ) -> ActorID where Act.ID == ActorID {
    ActorAddress(endpoint: endpoint, name: directory.reserveName(for: type))
  }

  package func actorReady<Act: DistributedActor>(_ actor: Act) where Act.ID == ActorID {
    directory.add(actor, name: actor.id.name)
    mailbox.post(.serve)
  }

  package func resignID(_ id: ActorID) {
    directory.remove(id.name)
  }

  package func makeInvocationEncoder() -> InvocationEncoder {
    InvocationEncoder(maximumBytes: limits.maximumMessageBytes)
  }
}
