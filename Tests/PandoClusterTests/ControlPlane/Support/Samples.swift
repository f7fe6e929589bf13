import PandoHosting
import PandoWire
import ZeroMQ

@testable import PandoCluster

extension FeatureDescriptor {
  /// A feature with these numbers as fingerprints.
  static func sample(_ name: String, state: UInt64 = 1, action: UInt64 = 2) -> FeatureDescriptor {
    FeatureDescriptor(
      name: name, state: SchemaFingerprint(rawValue: state),
      action: SchemaFingerprint(rawValue: action))
  }
}

extension WorkerRecord {
  /// A worker of that name, at an endpoint of its own.
  static func sample(
    _ name: String, endpoint: String? = nil, _ features: FeatureDescriptor...
  ) -> WorkerRecord {
    WorkerRecord(
      name: name, endpoint: endpoint ?? "ipc:///run/pando/\(name)", processID: 42,
      hostName: "grove", features: features)
  }
}
