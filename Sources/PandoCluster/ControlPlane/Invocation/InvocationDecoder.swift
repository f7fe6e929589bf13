import Distributed
import PandoWire

/// Hands the arguments of a received call to the function that it is for, one after the other.
package struct InvocationDecoder: DistributedTargetInvocationDecoder {
  package typealias SerializationRequirement = any Codable

  private var arguments: ArraySlice<[UInt8]>
  private let limits: WireLimits

  init(_ arguments: [[UInt8]], limits: WireLimits) {
    self.arguments = arguments[...]
    self.limits = limits
  }

  package mutating func decodeGenericSubstitutions() throws -> [any Any.Type] { [] }

  package mutating func decodeNextArgument<Argument: Codable>() throws -> Argument {
    guard let bytes = arguments.popFirst() else {
      throw ControlError.malformed("an argument is missing")
    }
    do {
      return try WireDecoder.decode(Argument.self, from: bytes, limits: limits)
    } catch {
      throw ControlError.malformed("an argument was not decoded: \(error)")
    }
  }

  package mutating func decodeErrorType() throws -> (any Any.Type)? { nil }
  package mutating func decodeReturnType() throws -> (any Any.Type)? { nil }
}
