#if Etcd
  import Foundation
  import PandoCluster
  import Testing

  @testable import PandoEtcd

  /// An etcd that shows a certificate, asks for one, and knows its users.
  @Suite(
    "A registry in an etcd that trusts nobody", .serialized,
    .enabled(if: EtcdServer.isThere, Comment(rawValue: EtcdServer.absence)))
  struct EtcdSecurityTests {
    /// A folder with an authority, and a server's and a client's certificate of it.
    private func makeCertificates() throws -> String {
      let folder = NSTemporaryDirectory() + "tls-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for name in ["ca", "other"] {
        try Tool.run([
          "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
          "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-keyout", "\(folder)/\(name).key",
          "-out",
          "\(folder)/\(name).pem",
        ])
      }
      try "subjectAltName=IP:127.0.0.1,DNS:localhost\nextendedKeyUsage=serverAuth,clientAuth\n"
        .write(toFile: "\(folder)/names", atomically: true, encoding: .utf8)
      // No name of a user: etcd would take a client's for one.
      for (name, subject) in [("server", "/CN=localhost"), ("client", "/O=pando")] {
        try Tool.run([
          "openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
          "-subj", subject, "-keyout", "\(folder)/\(name).key", "-out", "\(folder)/\(name).csr",
        ])
        try Tool.run([
          "openssl", "x509", "-req", "-in", "\(folder)/\(name).csr", "-CA", "\(folder)/ca.pem",
          "-CAkey", "\(folder)/ca.key", "-CAcreateserial", "-days", "2", "-extfile",
          "\(folder)/names", "-out", "\(folder)/\(name).pem",
        ])
      }
      return folder
    }

    @Test("with a certificate, a user and a password it answers; without one of them it does not")
    func secured() async throws {
      let folder = try makeCertificates()
      let server = try await EtcdServer(
        scheme: "https",
        arguments: [
          "--cert-file", "\(folder)/server.pem", "--key-file", "\(folder)/server.key",
          "--client-cert-auth", "--trusted-ca-file", "\(folder)/ca.pem",
        ])
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let options = [
        "--endpoints", "https://localhost:\(server.port)", "--cacert", "\(folder)/ca.pem", "--cert",
        "\(folder)/client.pem", "--key", "\(folder)/client.key",
      ]
      try await eventually("etcd is ready") {
        (try? Tool.etcdctl(["endpoint", "health"], server, options: options)) != nil
      }
      for command in [
        ["user", "add", "root:secret"], ["user", "grant-role", "root", "root"],
        ["user", "add", "pando:grove"], ["role", "add", "registry"],
        ["role", "grant-permission", "registry", "--prefix=true", "readwrite", "/pando/"],
        ["user", "grant-role", "pando", "registry"], ["auth", "enable"],
      ] {
        if command == ["user", "grant-role", "root", "root"] {
          // Not made by itself before the authentication is on.
          try? Tool.etcdctl(["role", "add", "root"], server, options: options)
        }
        try Tool.etcdctl(command, server, options: options)
      }
      var good = EtcdConfiguration(location: try EtcdLocation("etcds://localhost:\(server.port)"))
      good.authorityFile = "\(folder)/ca.pem"
      good.certificateFile = "\(folder)/client.pem"
      good.keyFile = "\(folder)/client.key"
      good.user = "pando"
      good.password = "grove"
      try #require(good.problem == nil)
      #expect(try await read(good, "/pando/") == nil)
      #expect(try await isDenied(read(good, "/elsewhere/")))
      var address = good
      address.location = try EtcdLocation("etcds://127.0.0.1:\(server.port)")
      #expect(try await read(address, "/pando/") == nil)
      var wrong = good
      wrong.password = "guess"
      #expect(try await isDenied(read(wrong, "/pando/")))
      wrong = good
      (wrong.user, wrong.password) = (nil, nil)
      #expect(try await isDenied(read(wrong, "/pando/")))
      wrong = good
      // The certificate has another name.
      wrong.location = try EtcdLocation("etcds://127.0.0.2:\(server.port)")
      #expect(try await isAway(read(wrong, "/pando/")))
      wrong = good
      wrong.authorityFile = "\(folder)/other.pem"
      #expect(try await isAway(read(wrong, "/pando/")))
      wrong = good
      (wrong.certificateFile, wrong.keyFile) = (nil, nil)
      #expect(try await isAway(read(wrong, "/pando/")))
      wrong = good
      wrong.keyFile = "\(folder)/none.key"
      #expect(throws: RegistryError.self) { try EtcdStore(wrong) }
      await server.discard()
    }

    /// Returns why reading failed; nil when it went well.
    private func read(
      _ configuration: EtcdConfiguration, _ prefix: String
    ) async throws -> RegistryStoreError? {
      let store = try EtcdStore(configuration)
      var failure: RegistryStoreError?
      do throws(RegistryStoreError) {
        _ = try await store.read(prefix: prefix)
      } catch {
        failure = error
      }
      await store.close()
      return failure
    }

    private func isDenied(_ error: RegistryStoreError?) -> Bool {
      if case .denied = error { true } else { false }
    }

    private func isAway(_ error: RegistryStoreError?) -> Bool {
      if case .away = error { true } else { false }
    }
  }
#endif
