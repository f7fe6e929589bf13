#if Etcd
  import Glibc

  /// A port at which connections are taken, and nobody ever says anything.
  struct SilentServer: ~Copyable {
    let port: Int
    private let descriptor: Int32

    init() throws {
      let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let isListening = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          var length = socklen_t(MemoryLayout<sockaddr_in>.size)
          return bind(descriptor, $0, length) == 0 && listen(descriptor, 1_024) == 0
            && getsockname(descriptor, $0, &length) == 0
        }
      }
      guard isListening else {
        close(descriptor)
        throw NeverHappened(description: "nobody listens")
      }
      self.descriptor = descriptor
      port = Int(in_port_t(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
  }
#endif
