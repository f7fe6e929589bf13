import ZeroMQ

extension WorkerConfiguration {
  /// The way in which libzmq finds clients that are gone; nil over ipc, where the system tells of the end of a peer.
  ///
  /// A client that is stopped, by a signal or a debugger, answers no ping and is not gone. So its session ends first, by
  /// its silence, and it hears that once it goes on. There is no time to live: the client, which would watch that, would
  /// find it over when it goes on.
  var heartbeat: Socket.Option? {
    if case .ipc = endpoint.address { return nil }
    let longest = Int(Int32.max)
    return .heartbeat(
      intervalMilliseconds: 2_000,
      timeoutMilliseconds: max(10_000, 2 * min(max(0, silenceMilliseconds), longest / 2)))
  }
}
