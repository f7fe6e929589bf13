import PandoWire

/// The word of a worker that ends since effects of a lane were cancelled and do not end.
package struct EffectHangNotice: Equatable, Sendable {
  /// The number of effects of the lane that were cancelled as it was closed.
  package var cancelledCount: Int
  /// The name of one of them, or the file and line of its code; empty where that is not known.
  package var effect: String
  /// True if it is known that they do not end by their own fault. Else code of another effect may have the thread that they
  /// wait for.
  package var isCertain: Bool
  /// A sentence for people, without its end.
  package var reason: String

  package init(cancelledCount: Int, effect: String, isCertain: Bool, reason: String) {
    self.cancelledCount = cancelledCount
    self.effect = effect
    self.isCertain = isCertain
    self.reason = reason
  }

  init(from reader: inout WireReader) throws(WireError) {
    cancelledCount = try reader.readInteger()
    effect = try reader.readText()
    isCertain = try reader.readByte() != 0
    reason = try reader.readText()
  }

  func encode(into writer: inout WireWriter) {
    writer.appendVarint(cancelledCount)
    writer.append(text: effect)
    writer.append(isCertain ? 1 : 0)
    writer.append(text: reason)
  }
}
