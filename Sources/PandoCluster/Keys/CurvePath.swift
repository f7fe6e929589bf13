import ZeroMQ

/// The keys of a connection that this process makes: whose it is, and to whom it leads.
struct CurvePath: Hashable, Sendable {
  let pair: CurveKeyPair
  let serverKey: CurveKey

  var option: Socket.Option { .curveClient(pair, serverKey: serverKey) }

  /// Returns what to say where the other side does not let our key in, which only its keyring can mend.
  func refusal(status: Int, as role: KeyRole) -> String {
    "it does not admit our key (status \(status)). Where it runs: "
      + KeyRole.trustCommand(pair.publicKey, [role])
  }
}
