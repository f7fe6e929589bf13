import CBlackBox
import PandoHosting

extension pando_effect {
  /// The name of an effect of a hosted child, for the handler of a signal.
  init<Action>(
    _ run: EffectRun<Action>, _ key: EffectTimes.Key
  ) {
    self.init()
    owner = key.owner
    number = key.number
    mark = PANDO_EFFECT_MARK
    client = key.effects.client
    lane = key.effects.lane.rawValue
    if let location = run.location, location.fileID.hasPointerRepresentation {
      file = UnsafeRawPointer(location.fileID.utf8Start).assumingMemoryBound(to: CChar.self)
      fileLength = UInt64(location.fileID.utf8CodeUnitCount)
      line = UInt64(location.line)
    }
    guard let name = run.name else { return }
    withUnsafeMutableBytes(of: &self.name) { bytes in
      bytes.copyBytes(from: name.utf8.prefix(bytes.count))
    }
    nameLength = UInt64(name.utf8.count)
  }
}
