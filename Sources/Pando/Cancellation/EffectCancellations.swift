/// The tasks and parts of effects that were cancelled under a lock, to be told once it is free.
///
/// Cancelling a task runs its cancellation handlers on the spot, and those are user code.
package struct EffectCancellations: Sendable {
  private enum Cancellation: Sendable {
    case task(Task<Void, Never>)
    case section(@Sendable () -> Void)
  }

  private var cancellations: [(Cancellation, place: BlackBox.Place)] = []
  /// The lane of what is added, on a worker.
  let place: BlackBox.Place

  init(of place: BlackBox.Place = BlackBox.Place()) { self.place = place }

  package var isEmpty: Bool { cancellations.isEmpty }

  mutating func append(_ task: Task<Void, Never>) {
    cancellations.append((.task(task), place))
  }

  mutating func append(section cancel: @escaping @Sendable () -> Void) {
    cancellations.append((.section(cancel), place))
  }

  mutating func append(contentsOf other: EffectCancellations) {
    cancellations.append(contentsOf: other.cancellations)
  }

  /// Cancels them in order. Called without a lock.
  package func run() {
    for (cancellation, place) in cancellations {
      BlackBox.ending(effectsOf: place) {
        switch cancellation {
        case .task(let task): task.cancel()
        case .section(let cancel): cancel()
        }
      }
    }
  }
}
