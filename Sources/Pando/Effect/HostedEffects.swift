/// The work that a committed hosted action left on its worker, as the client sees it.
@usableFromInline
package struct HostedEffects<Action> {
  package let ticket: HostedTicket
  /// Makes the store's action of one that an effect on the worker sent.
  package let embed: @Sendable (any Sendable) -> Action
  /// The action that dismisses the nearest feature around it that is presented.
  var dismissal: (@Sendable () -> Action)?

  package init(ticket: HostedTicket, embed: @escaping @Sendable (any Sendable) -> Action) {
    self.ticket = ticket
    self.embed = embed
  }

  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> HostedEffects<Other> {
    var effects = HostedEffects<Other>(ticket: ticket) { [embed] in transform(embed($0)) }
    if let dismissal { effects.dismissal = { transform(dismissal()) } }
    return effects
  }
}
