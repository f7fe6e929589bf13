import Testing

@testable import PandoEtcd

@Suite("What a member of etcd does not do")
struct EtcdRefusalTests {
  @Test(
    "is refused where any other would say the same",
    arguments: [
      "etcdserver: mvcc: database space exceeded",
      "etcdserver: request is too large",
      "grpc: received message larger than max (3145728 vs. 2097152)",
      "Message has exceeded the configured maximum payload size (max: 67108864, actual: 67108865)",
    ])
  func ofStore(_ message: String) {
    #expect(EtcdRefusal.isOfStore(message))
  }

  @Test(
    "is asked of the next member where it is about this one",
    arguments: [
      "etcdserver: rpc not supported for learner", "etcdserver: not leader",
      "etcdserver: not capable", "",
    ])
  func ofMember(_ message: String) {
    #expect(!EtcdRefusal.isOfStore(message))
    for code in 1...16 { #expect(!EtcdRefusal.isOfCall(code: code, message)) }
  }

  @Test("ends nothing that goes on where it is about one call alone")
  func ofCall() {
    let answers: [(code: Int, message: String, isOfCall: Bool)] = [
      (8, "etcdserver: too many requests", true),
      (8, "etcdserver: mvcc: database space exceeded", true),
      (9, "etcdserver: request is too large", true),
      (14, "etcdserver: too many requests", false),
      (9, "etcdserver: rpc not supported for learner", false),
      (9, "etcdserver: not leader", false),
      (8, "", false),
    ]
    for (code, message, isOfCall) in answers {
      #expect(EtcdRefusal.isOfCall(code: code, message) == isOfCall, "\(code) \(message)")
    }
  }
}
