#if Etcd
  import Foundation
  import Glibc

  @testable import PandoEtcd

  /// A real etcd of one member, on ports of its own, that ends with this process whatever happens.
  final class EtcdServer: @unchecked Sendable {
    let folder: String
    let port: Int
    private let peerPort: Int
    private let arguments: [String]
    private let scheme: String
    // Touched by one test at a time.
    private var keeper: Process?
    private var input: Pipe?

    static let path = "/usr/bin/etcd"
    static let isThere = FileManager.default.isExecutableFile(atPath: path)
    static let absence =
      "NOT TESTED: there is no \(path). Install etcd-server, or run: make etcd-test"

    /// The one that tests share, each below a prefix of its own.
    static let shared = Task { try await EtcdServer() }

    init(scheme: String = "http", arguments: [String] = []) async throws {
      folder = FileManager.default.temporaryDirectory.path + "/etcd-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      port = try Self.freePort()
      peerPort = try Self.freePort()
      self.scheme = scheme
      self.arguments = arguments
      try await start()
    }

    var location: EtcdLocation {
      get throws { try EtcdLocation("etcd://127.0.0.1:\(port)/test") }
    }

    /// Starts it, on the data that is there, and returns once it listens.
    func start() async throws {
      let process = Process()
      let input = Pipe()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        [
          "-c",
          #""$@" >"$LOG" 2>&1 </dev/null & echo $! >"$PID"; cat >/dev/null; kill -9 $! 2>/dev/null"#,
          "sh",
          Self.path, "--data-dir", "\(folder)/data", "--listen-client-urls",
          "\(scheme)://127.0.0.1:\(port)", "--advertise-client-urls",
          "\(scheme)://127.0.0.1:\(port)", "--listen-peer-urls", "http://127.0.0.1:\(peerPort)",
          "--initial-advertise-peer-urls", "http://127.0.0.1:\(peerPort)", "--initial-cluster",
          "default=http://127.0.0.1:\(peerPort)",
        ] + arguments
      process.environment = [
        "LOG": "\(folder)/log", "PID": "\(folder)/pid", "PATH": "/usr/bin:/bin",
      ]
      process.standardInput = input
      try process.run()
      self.input = input
      keeper = process
      try await eventually("etcd listens at port \(port)") { Self.accepts(port) }
    }

    var processID: Int32 {
      (try? String(contentsOfFile: "\(folder)/pid", encoding: .utf8))
        .flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 0
    }

    /// Ends it at once; its data stays.
    func kill() async throws {
      let process = processID
      guard process > 0, let keeper else { return }
      Glibc.kill(process, SIGKILL)
      try input?.fileHandleForWriting.close()
      keeper.waitUntilExit()
      self.keeper = nil
      try await eventually("its port is free") { !Self.accepts(port) }
    }

    func discard() async {
      try? await kill()
      try? FileManager.default.removeItem(atPath: folder)
    }

    private static func socket(_ body: (Int32, inout sockaddr_in) -> Bool) -> Bool {
      let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      return body(descriptor, &address)
    }

    private static func accepts(_ port: Int) -> Bool {
      socket { descriptor, address in
        address.sin_port = in_port_t(port).bigEndian
        return withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
          }
        }
      }
    }

    private static func freePort() throws -> Int {
      var port = 0
      let isBound = socket { descriptor, address in
        withUnsafeMutablePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard bind(descriptor, $0, length) == 0, getsockname(descriptor, $0, &length) == 0
            else { return false }
            port = Int(in_port_t(bigEndian: pointer.pointee.sin_port))
            return true
          }
        }
      }
      guard isBound else { throw NeverHappened(description: "no port is free") }
      return port
    }
  }
#endif
