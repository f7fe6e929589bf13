import Testing

@testable import PandoEtcd

@Suite("The place of a registry in etcd")
struct EtcdLocationTests {
  @Test(
    "it names members, and a prefix",
    arguments: [
      ("etcd://a", ["a:2379"], "/pando", false),
      ("etcd://a:1,b:2", ["a:1", "b:2"], "/pando", false),
      ("etcd://10.0.0.1:2379,10.0.0.1:2379/", ["10.0.0.1:2379"], "/pando", false),
      ("etcds://[::1]:9,[fe80::1]/grove/one/", ["[::1]:9", "[fe80::1]:2379"], "/grove/one", true),
    ])
  func good(_ text: String, _ members: [String], _ prefix: String, _ isEncrypted: Bool) throws {
    let location = try EtcdLocation(text)
    #expect(location.members.map(\.description) == members)
    #expect(location.prefix == prefix)
    #expect(location.isEncrypted == isEncrypted)
    #expect(try EtcdLocation(location.description) == location)
  }

  @Test(
    "what names none is refused, with what is wrong and how to write it",
    arguments: [
      ("", "does not begin with etcd://"), ("http://a", "does not begin with etcd://"),
      ("etcd://", "is no host and port"), ("etcd:///pando", "is no host and port"),
      ("etcd://a,,b", "is no host and port"), ("etcd://a:0", "is no host and port"),
      ("etcd://a:65536", "is no host and port"), ("etcd://a:x", "is no host and port"),
      ("etcd://::1", "is no host and port"), ("etcd://[::1", "is no host and port"),
      ("etcd://a b", "is no host and port"), ("etcd://me:secret@a", "do not belong there"),
    ])
  func bad(_ text: String, _ reason: String) throws {
    let error = #expect(throws: EtcdLocationError.self) { try EtcdLocation(text) }
    #expect(error?.message.contains(reason) == true)
    #expect(error?.message.contains("etcd://HOST:2379") == true)
  }

  @Test("a password goes to nobody in the clear, but to this machine")
  func password() throws {
    var configuration = EtcdConfiguration(location: try EtcdLocation("etcd://127.0.0.1,10.0.0.1"))
    #expect(configuration.problem == nil)
    configuration.user = "me"
    #expect(configuration.problem?.contains("belong together") == true)
    configuration.password = "secret"
    #expect(configuration.problem?.contains("10.0.0.1:2379") == true)
    configuration.authorityFile = "ca.pem"
    #expect(configuration.problem == nil)
    configuration.authorityFile = nil
    configuration.location = try EtcdLocation("etcd://localhost,[::1]")
    #expect(configuration.problem == nil)
    configuration.certificateFile = "one.pem"
    #expect(configuration.problem?.contains("private key") == true)
  }
}
