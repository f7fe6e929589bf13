import PandoCluster
import PandoHosting
import ZeroMQ

/// The version of this program.
enum PandoVersion {
  static let number = LibraryVersion.number

  /// For people.
  static var description: String {
    "pando \(number) (protocol \(ProtocolVersion.current), libzmq \(ZeroMQLibrary.version))"
  }
}
