import Glibc
import Logging
import Pando
import PandoHosting
import PandoWire
import Synchronization
import ZeroMQ

/// The thread that owns a worker's socket, and on which hosted features are reduced.
final class WorkerLoop: Sendable {
  let configuration: WorkerConfiguration
  let features: [FeatureDescriptor: any HostedFeature]
  let wakeUp: WakeUp
  private let stopping = Atomic<Bool>(false)
  private let lanes = Atomic<Int>(0)
  private let reduced = Atomic<UInt64>(0)

  init(
    _ configuration: WorkerConfiguration, features: [any HostedFeature]
  ) throws(ZeroMQError) {
    self.configuration = configuration
    self.features = Dictionary(
      features.map { ($0.descriptor, $0) }, uniquingKeysWith: { first, _ in first })
    wakeUp = try WakeUp()
  }

  var isStopping: Bool { stopping.load(ordering: .acquiring) }

  /// Makes the thread free everything and end.
  func stop() {
    stopping.store(true, ordering: .releasing)
    wakeUp.signal()
  }

  /// How many children are hosted.
  var laneCount: Int {
    get { lanes.load(ordering: .relaxed) }
    set { lanes.store(newValue, ordering: .relaxed) }
  }

  /// How many actions were reduced since the worker began.
  var actionCount: UInt64 {
    get { reduced.load(ordering: .relaxed) }
    set { reduced.store(newValue, ordering: .relaxed) }
  }

  /// A feature of this program, or why there is none.
  func feature(
    _ descriptor: FeatureDescriptor
  ) throws(HostingRefusal) -> any HostedFeature {
    if let feature = features[descriptor] { return feature }
    if let same = features.keys.first(where: { $0.name == descriptor.name }) {
      throw HostingRefusal(
        reason: """
          its schema differs: the client has \(descriptor), the worker has \(same); build both \
          from the same source
          """)
    }
    let hosted = features.keys.map(\.name).sorted().joined(separator: ", ")
    throw HostingRefusal(
      reason: """
        the worker does not know the feature \(descriptor.name); it hosts \
        \(hosted.isEmpty ? "none" : hosted). Add "Feature { \(descriptor.name)() }" to "features"
        """)
  }
}
