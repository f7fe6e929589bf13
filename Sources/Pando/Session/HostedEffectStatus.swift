/// An effect that a worker runs.
package struct HostedEffectStatus: Sendable {
  let name: String?
  let isCancelled: Bool
}
