package import ZeroMQ

/// Who may call whom: the keys of an actor system.
package struct ControlSecurity: Sendable {
  /// Encrypts what this process serves, for the clients in the list only.
  package struct Server: Sendable {
    package var keys: CurveKeyPair
    package var admitted: Set<CurveKey>

    package init(keys: CurveKeyPair, admitted: Set<CurveKey>) {
      self.keys = keys
      self.admitted = admitted
    }
  }

  /// Encrypts the calls that this process makes, all to servers with one key.
  package struct Client: Sendable {
    package var keys: CurveKeyPair
    package var serverKey: CurveKey

    package init(keys: CurveKeyPair, serverKey: CurveKey) {
      self.keys = keys
      self.serverKey = serverKey
    }
  }

  package var server: Server?
  package var client: Client?

  package init(server: Server? = nil, client: Client? = nil) {
    self.server = server
    self.client = client
  }

  /// Nothing is encrypted, so nothing may listen on a network.
  package static let none = ControlSecurity()
}
