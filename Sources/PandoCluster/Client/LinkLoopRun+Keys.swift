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
    if connection.path != nil, isNews("\(connection.link.endpoint) \(reason)") {
      logger.warning("No connection to the worker at \(connection.link.endpoint): \(reason)")
    }
    handle(.dropped(.left, reason: reason), connection)
  }

  /// Tells, once for each, of a worker that answers and will not have this program for a client.
  func tellOfRefusal(_ reason: String, _ connection: LinkConnection) {
    let link = connection.link
    guard link.stage == .handshake, !WorkerMessage.isBlameless(reason), isNews("\(link.endpoint)")
    else { return }
    logger.warning("The worker at \(link.endpoint) refuses this program: \(reason.printable)")
  }

  /// Returns whether a refusal was not told yet, and notes it. Workers that come without end are told of for a while.
  private func isNews(_ refusal: String) -> Bool {
    toldRefusals.count < Self.refusalsAtMost && toldRefusals.insert(refusal).inserted
  }

  private static let refusalsAtMost = 1_024

  private func reason(
    _ failure: Monitor.Event.HandshakeFailure, _ connection: LinkConnection
  ) -> String {
    guard let path = connection.path else { return "the handshake failed: \(failure)" }
    switch failure {
    case .refused(let status):
      return path.refusal(status: status, as: .client)
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
