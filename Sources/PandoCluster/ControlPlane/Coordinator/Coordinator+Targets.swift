import PandoHosting
import PandoWire

extension Coordinator: ServedActor {
  package static func callEach(of probe: Coordinator) async {
    let id = WorkerID(coordinator: 0, number: 0)
    let record = WorkerRecord(
      name: "", endpoint: "", processID: 0, hostName: "", features: [])
    let feature = FeatureDescriptor(
      name: "", state: SchemaFingerprint(rawValue: 0), action: SchemaFingerprint(rawValue: 0))
    _ = try? await probe.join(record)
    _ = try? await probe.beat(id, load: .none)
    _ = try? await probe.leave(id)
    _ = try? await probe.place(PlacementWish(feature), avoiding: [])
    try? await probe.report(dead: id, life: nil)
    _ = try? await probe.status()
    _ = try? await probe.health()
    _ = try? await probe.drain("", withinMilliseconds: 0)
    _ = try? await probe.undrain("")
    try? await probe.end(id, withinMilliseconds: 0)
  }
}
