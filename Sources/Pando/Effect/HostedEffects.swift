/// What a committed hosted action left to do on its worker, as the client sees it.
package struct HostedEffects<Action> {
  package let ticket: HostedTicket
  /// Makes the store's action of one that an effect on the worker sent.
  package let embed: @Sendable (any Sendable) -> Action

  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> HostedEffects<Other> {
    HostedEffects<Other>(ticket: ticket) { [embed] in transform(embed($0)) }
  }
}
