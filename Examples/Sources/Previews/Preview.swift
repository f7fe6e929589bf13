package import Pando

/// Decodes one picture that nobody has checked. Its decoder has what `Sandbox.decoder` gives it, and the file that it is
/// granted: whatever the file has the decoder do, it is done with no more than that.
@Reducer
package struct Preview {
  @ObservableState
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package enum Outcome: Codable, Equatable, Sendable {
      case waiting
      case picture(Picture)
      case noPicture(reason: String)
      /// It crashed its decoder.
      case deadly
      /// Its decoder did not come to an end.
      case endless
    }

    package let id: String
    /// The file; nil once the decoder is done with it.
    package var file: FileGrant?
    package var outcome = Outcome.waiting

    package init(id: String, file: FileGrant?) {
      self.id = id
      self.file = file
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case decode
    case decoded(State.Outcome)
    /// The worker was lost while it decoded.
    case interrupted(HostedLoss)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decode:
        return decode(state.file)

      case .decoded(let outcome):
        state.file = nil
        state.outcome = outcome
        return .none

      case .interrupted(let loss):
        // Another file's fault, or nobody's: the next worker decodes this one.
        guard loss.blame == .certain else { return decode(state.file) }
        return .send(.decoded(loss.cause == .hung ? .endless : .deadly))
      }
    }
  }

  private func decode(_ file: FileGrant?) -> Effect<Action> {
    guard let file else { return .none }
    return .run(name: "decode") { send in
      do {
        await send(.decoded(.picture(try file.withDescriptor { try Picture(reading: $0) })))
      } catch {
        await send(.decoded(.noPicture(reason: "\(error)")))
      }
    }
  }
}
