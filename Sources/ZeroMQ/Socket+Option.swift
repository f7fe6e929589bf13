import CZeroMQ

extension Socket {
  /// A setting of a socket. Most take effect for what is bound or connected afterwards.
  public struct Option: Hashable, Sendable {
    enum Value: Hashable, Sendable {
      case int32(Int)
      case int64(Int)
      case bytes([UInt8])
    }

    struct Setting: Hashable, Sendable {
      let number: Int32
      let value: Value
    }

    /// As it is written in code, without secrets.
    let name: String
    /// The values that libzmq accepts, for the error when it refuses one.
    let rule: String
    let settings: [Setting]

    init(_ name: String, rule: String, _ settings: (Int32, Value)...) {
      self.name = name
      self.rule = rule
      self.settings = settings.map { Setting(number: $0.0, value: $0.1) }
    }

    init(_ name: String, _ number: Int32, _ flag: Bool) {
      self.init("\(name)(\(flag))", rule: "It is a flag.", (number, .int32(flag ? 1 : 0)))
    }

    /// Returns the options that every new socket is set to before its own.
    ///
    /// Without high-water marks nothing is ever dropped and no send waits for a slow peer, so the
    /// protocol above has to bound what is in flight, with credit of its own. Closing never waits
    /// for a peer. A router tells when a peer is unknown, instead of dropping what is meant for it.
    public static func defaults(for kind: Kind) -> [Option] {
      var options: [Option] = [
        .linger(milliseconds: 0), .sendHighWaterMark(messages: 0),
        .receiveHighWaterMark(messages: 0),
      ]
      if kind == .router { options.append(.routerMandatory(true)) }
      return options
    }
  }

  /// Sets options, in order; those before the one that is refused stay set.
  public mutating func set(_ options: Option...) throws(ZeroMQError) {
    try set(options)
  }

  /// Sets options, in order; those before the one that is refused stay set.
  public mutating func set(_ options: [Option]) throws(ZeroMQError) {
    for option in options {
      for setting in option.settings {
        guard apply(setting) else {
          throw .library("set \(option) on a \(kind) socket", mend: option.rule)
        }
      }
    }
  }

  private mutating func apply(_ setting: Option.Setting) -> Bool {
    switch setting.value {
    case .int32(let value):
      // Out of range is refused by libzmq's own check of the size.
      guard var number = Int32(exactly: value) else {
        return zmq_setsockopt(handle, setting.number, nil, 0) == 0
      }
      return zmq_setsockopt(handle, setting.number, &number, MemoryLayout<Int32>.size) == 0
    case .int64(let value):
      var number = Int64(value)
      return zmq_setsockopt(handle, setting.number, &number, MemoryLayout<Int64>.size) == 0
    case .bytes(let bytes):
      return zmq_setsockopt(handle, setting.number, bytes, bytes.count) == 0
    }
  }
}

extension Socket.Option: CustomStringConvertible {
  /// The option as it is written in code, without what is secret.
  public var description: String { name }
}
