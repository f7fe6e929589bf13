/// An encoded action on its way to or from a host.
package struct HostedAction: Equatable, Sendable {
  package var origin: Origin
  package var bytes: [UInt8]

  package init(origin: Origin = .feature, bytes: [UInt8]) {
    self.origin = origin
    self.bytes = bytes
  }
}
