import PandoHosting
import ZeroMQ

/// The version of this program.
enum PandoVersion {
  static let number = "0.1.0"

  /// For people.
  static var description: String {
    "pando \(number) (protocol \(ProtocolVersion.current), libzmq \(ZeroMQLibrary.version))"
  }
}
