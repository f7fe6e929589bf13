import PandoWire

/// A call as it travels: whom, what, with which arguments.
struct CallFrame: Equatable {
  /// The version that it is written in, and its answer is to be.
  var version: UInt8
  var call: CallID
  var actor: String
  var target: String
  /// Each argument's own bytes.
  var arguments: [[UInt8]]

  /// More than any function has.
  static let maximumArguments = 64
  /// Longer than any name is; a mangled one names the types of all parameters.
  static let maximumNameBytes = 2048

  func encode() -> [UInt8] {
    var writer = WireWriter()
    ControlFrame(kind: .call, call: call, version: version).encode(into: &writer)
    writer.appendString(actor)
    writer.appendString(target)
    writer.appendVarint(arguments.count)
    for argument in arguments { writer.appendBytes(argument) }
    return writer.finish()
  }

  /// Reads what follows the header.
  init(
    _ call: CallID, version: UInt8, from reader: inout WireReader
  ) throws(WireError) {
    self.version = version
    self.call = call
    actor = try Self.name(from: &reader)
    target = try Self.name(from: &reader)
    let count = try reader.readCount()
    guard count <= Self.maximumArguments else {
      throw WireError(.rejected("a call has at most \(Self.maximumArguments) arguments"))
    }
    arguments = []
    arguments.reserveCapacity(count)
    for _ in 0..<count { arguments.append(try reader.readByteArray()) }
    try reader.expectEnd()
  }

  init(
    version: UInt8 = ControlVersion.current, call: CallID, actor: String, target: String,
    arguments: [[UInt8]]
  ) {
    self.version = version
    self.call = call
    self.actor = actor
    self.target = target
    self.arguments = arguments
  }

  private static func name(from reader: inout WireReader) throws(WireError) -> String {
    let name = try reader.readString()
    guard name.utf8.count <= maximumNameBytes else {
      throw WireError(.rejected("a name has at most \(maximumNameBytes) bytes"))
    }
    return name
  }
}
