import Foundation

/// The part of an error that crosses to another process: its text, its domain and its code.
public struct CodableError: Error, Codable, Hashable, Sendable {
  /// The text of the error, for a person; of one beyond 1 KB the beginning.
  public let description: String

  /// The name of the error's type, or the domain that it gives itself.
  public let domain: String

  /// The number of the error in its domain.
  public let code: Int

  /// Keeps what an error tells; one that has crossed already stays as it is.
  public init(_ error: any Error) {
    if let known = error as? CodableError {
      self = known
      return
    }
    // The bridge knows the domains and codes of errors of the system and of Swift.
    let bridged = error as NSError
    description =
      (error as? any LocalizedError)?.errorDescription?.cut(toBytes: ValueWords.bytesAtMost)
      ?? ValueWords.text(of: error)
    domain = inEveryProcess(typeName: bridged.domain)
    code = bridged.code
  }
}

extension CodableError: LocalizedError, CustomStringConvertible {
  /// The text of the error.
  public var errorDescription: String? { description }
}
