import Logging
import PandoHosting
import ZeroMQ

// Links over tcp, which take keys.
extension LinkLoopRun {
  func handshakeFailed(
    _ failure: Monitor.Event.HandshakeFailure, _ connection: LinkConnection
  ) {
    // A worker closes a connection that expects another key, without a word.
    if case .system = failure, connection.nextPathIndex != nil {
      connection.isNextPathDue = true
      return
    }
    let reason = reason(failure, connection)
    if connection.path != nil, toldRefusals.insert("\(connection.link.endpoint) \(reason)").inserted
    {
      logger.warning("No connection to the worker at \(connection.link.endpoint): \(reason)")
    }
    handle(.dropped(.left, reason: reason), connection)
  }

  private func reason(
    _ failure: Monitor.Event.HandshakeFailure, _ connection: LinkConnection
  ) -> String {
    guard let path = connection.path else { return "the handshake failed: \(failure)" }
    switch failure {
    case .refused(let status):
      return """
        it does not admit our key (status \(status)). Where it runs: pando keys trust \
        --public-key='\(path.pair.publicKey)' --name NAME --role client
        """
    case .system:
      return """
        it ended the handshake. Its key is none of those that our keyring has with the role worker, or it \
        has just gone: compare them with "pando keys list"
        """
    case .mechanismMismatch:
      return "it takes no keys, so it is no worker of this cluster"
    case .cryptographic, .violation:
      return "the handshake failed: \(failure)"
    }
  }

  /// Connects anew, with the next key, where the last was another's. A link that cannot be connected, as descriptors
  /// are short, ends, and the others go on.
  func tryNextPaths(_ context: borrowing Context, _ poller: inout Poller) {
    for index in connections.indices where connections[index].isNextPathDue {
      let former = connections[index]
      guard let next = former.nextPathIndex, !former.isOver else { continue }
      former.link.detach()
      do throws(ZeroMQError) {
        let connection = try LinkConnection(
          former.link, in: context, stops: former.stops, pathIndex: next)
        poller.remove(at: former.socketIndex)
        poller.remove(at: former.monitorIndex)
        connection.socketIndex = poller.add(fileDescriptor: connection.fileDescriptor)
        connection.monitorIndex = poller.add(fileDescriptor: connection.monitorDescriptor)
        connections[index] = connection
      } catch {
        // It is over, so the turn takes it out before the next wait.
        handle(.dropped(.left, reason: "\(error)"), former)
      }
    }
  }

  /// Ends the links to workers whose keys are trusted no longer.
  func dropDistrusted(_ keyring: Keyring) {
    toldRefusals = []
    for connection in connections {
      guard let path = connection.path, !keyring.has(path.serverKey, .worker) else { continue }
      logger.warning(
        "\(connection.link.name) is cut off: its key \(path.serverKey) was revoked")
      // It hears no goodbye: nothing is said to it any more.
      connection.link.cutOff(unlessTrustedBy: keyring)
      handle(.dropped(.left, reason: "its key was revoked"), connection)
    }
  }
}
