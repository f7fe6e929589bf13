/// Which workers may host a lane.
package enum LanePlace: Hashable, Sendable {
  /// Any that hosts its feature.
  case shared

  /// A worker of its own, which hosts nothing else meanwhile: the lane's next action may be what took
  /// other workers down.
  case quarantine
}
