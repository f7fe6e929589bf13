/// The settings of a registry in etcd.
public struct EtcdConfiguration: Sendable {
  /// Where etcd listens, and what the keys begin with.
  public var location: EtcdLocation
  /// A PEM file with the certificates of those who may sign a server's; nil for those of the system. Naming one
  /// encrypts the connections.
  public var authorityFile: String?
  /// A PEM file with the certificate that this coordinator shows; nil for none.
  public var certificateFile: String?
  /// The PEM file of its private key.
  public var keyFile: String?
  /// The user, where etcd's authentication is on.
  public var user: String?
  /// The user's password.
  public var password: String?

  /// A registry without a certificate and a user of its own.
  public init(location: EtcdLocation) {
    self.location = location
  }

  /// True if the connections are encrypted.
  public var isEncrypted: Bool {
    location.isEncrypted || authorityFile != nil || certificateFile != nil
  }

  /// Returns why it cannot be used; nil when it can.
  package var problem: String? {
    if (certificateFile == nil) != (keyFile == nil) {
      return "A certificate and its private key belong together: name both, or none."
    }
    if (user == nil) != (password == nil) {
      return "A user of etcd and the password belong together: give both, or none."
    }
    if user != nil, !isEncrypted, let open = location.members.first(where: { !$0.isLoopback }) {
      return """
        The password of etcd's user would go to \(open) for everybody to read. Use etcds://, or name the \
        authority of etcd's certificates (--registry-ca).
        """
    }
    return nil
  }
}
