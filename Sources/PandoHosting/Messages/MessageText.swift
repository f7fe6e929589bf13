import PandoWire

/// The limit of texts for people in messages: why something failed, or a warning.
///
/// Whoever reads one keeps it, once for each lane perhaps, so that a peer may not make it as long as it likes.
package enum MessageText {
  /// The longest text that crosses, in bytes of UTF-8.
  package static let bytesAtMost = 4_096
  /// The longest name that a client may give itself, in bytes of UTF-8. A worker repeats it for each lane.
  package static let nameBytesAtMost = 1_024

  /// Returns the text, or what of it may cross with three dots behind.
  package static func cut(_ text: String, to bytesAtMost: Int = bytesAtMost) -> String {
    text.shortened(toBytes: bytesAtMost)
  }
}

extension WireWriter {
  /// Appends a text for people, of which it takes no more than may cross.
  mutating func append(text: String) {
    appendString(MessageText.cut(text))
  }
}

extension WireReader {
  /// Reads a text for people, of which it keeps no more than may cross.
  mutating func readText() throws(WireError) -> String {
    MessageText.cut(try readString())
  }
}
