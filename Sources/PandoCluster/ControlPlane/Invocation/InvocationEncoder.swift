package import Distributed
import PandoWire

/// Gathers the arguments of a call, each as bytes of its own.
package struct InvocationEncoder: DistributedTargetInvocationEncoder {
  package typealias SerializationRequirement = any Codable

  private(set) var arguments: [[UInt8]] = []
  private let limit: Int
  private var bytes = 0

  init(maximumBytes limit: Int) {
    self.limit = limit
  }

  /// Throws always: a peer must not choose which types are instantiated here.
  package mutating func recordGenericSubstitution<T>(_ type: T.Type) throws {
    throw ControlError.genericTarget(String(reflecting: type))
  }

  package mutating func recordArgument<Value: Codable>(
    _ argument: RemoteCallArgument<Value>
  ) throws {
    let encoded: [UInt8]
    do {
      encoded = try WireEncoder.encode(argument.value)
    } catch {
      throw ControlError.malformed("the argument \"\(argument.name)\" was not encoded: \(error)")
    }
    bytes += encoded.count
    guard bytes <= limit else { throw ControlError.tooLarge(bytes: bytes, limit: limit) }
    arguments.append(encoded)
  }

  // Which errors may be thrown is in the name of the target, and so is the type of the result.
  package mutating func recordErrorType<E: Error>(_ type: E.Type) throws {}
  package mutating func recordReturnType<R: Codable>(_ type: R.Type) throws {}
  package mutating func doneRecording() throws {}
}
