import ZeroMQ

/// The keys of a connection that this process makes: whose it is, and to whom it leads.
struct CurvePath: Hashable, Sendable {
  let pair: CurveKeyPair
  let serverKey: CurveKey

  var option: Socket.Option { .curveClient(pair, serverKey: serverKey) }
}
