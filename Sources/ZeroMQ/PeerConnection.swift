import Glibc

/// A tcp connection between this process and a peer, as the system knows it.
///
/// libzmq has no way to give up one connection of a socket that listens. This one has.
public struct PeerConnection: Hashable, Sendable {
  /// Its descriptor, which belongs to libzmq.
  public let descriptor: Int32
  /// The address and port of the peer: `10.0.0.7:40122` or `[fe80::1]:40122`.
  public let address: String

  /// Looks who is at the other end of a descriptor. Nil when it is not a tcp connection, or not any more.
  public init?(descriptor: Int32) {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout.size(ofValue: storage))
    let address = withUnsafeMutableBytes(of: &storage) { bytes -> String? in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        getpeername(descriptor, base, &size) == 0
      else { return nil }
      return Self.text(of: UnsafeRawBufferPointer(bytes))
    }
    guard let address else { return nil }
    self.descriptor = descriptor
    self.address = address
  }

  /// The address without the port.
  public var host: String {
    String(address[..<(address.lastIndex(of: ":") ?? address.endIndex)])
  }

  /// Ends the connection, unless it is gone already; the peer may connect anew. Returns whether it did.
  ///
  /// The descriptor may have been used again since: it is left alone when its peer is another.
  @discardableResult
  public func cut() -> Bool {
    PeerConnection(descriptor: descriptor) == self
      && shutdown(descriptor, Int32(SHUT_RDWR)) == 0
  }

  private static func text(of address: UnsafeRawBufferPointer) -> String? {
    switch Int32(address.load(as: sockaddr.self).sa_family) {
    case AF_INET:
      let v4 = address.load(as: sockaddr_in.self)
      return numbers(of: v4.sin_addr, AF_INET).map { "\($0):\(v4.sin_port.bigEndian)" }
    case AF_INET6:
      let v6 = address.load(as: sockaddr_in6.self)
      return numbers(of: v6.sin6_addr, AF_INET6).map { "[\($0)]:\(v6.sin6_port.bigEndian)" }
    default: return nil
    }
  }

  private static func numbers<Address>(of address: Address, _ family: Int32) -> String? {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let isWritten = withUnsafeBytes(of: address) {
      inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count)) != nil
    }
    return isWritten
      ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self) : nil
  }
}

extension PeerConnection: CustomStringConvertible {
  /// The address and port of the peer.
  public var description: String { address }
}
