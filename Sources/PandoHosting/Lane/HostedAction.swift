package import PandoWire

/// An encoded action on its way to or from a host.
package struct HostedAction: Equatable, Sendable {
  package var origin: Origin
  package var bytes: ByteString

  package init(origin: Origin = .feature, bytes: ByteString) {
    self.origin = origin
    self.bytes = bytes
  }
}
