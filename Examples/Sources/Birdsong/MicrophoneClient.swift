package import Pando

/// A microphone.
@DependencyClient
package struct MicrophoneClient: Sendable {
  /// Returns the loudness, once a second, from 0 to 9.
  package var levels: @Sendable () async throws -> AsyncStream<Int>
}

extension MicrophoneClient: DependencyKey {
  /// One that hears a thrush, which sings faster than it should so that nobody has to wait.
  package static let liveValue = MicrophoneClient {
    AsyncStream { continuation in
      let singing = Task {
        for level in [2, 5, 9, 7, 8, 3, 1] {
          try await Task.sleep(for: .milliseconds(100))
          continuation.yield(level)
        }
      }
      continuation.onTermination = { _ in singing.cancel() }
    }
  }

  package static let testValue = MicrophoneClient()

  /// One that hears something, and then nothing more.
  package static func hearing(_ levels: Int...) -> MicrophoneClient {
    MicrophoneClient {
      AsyncStream { continuation in
        for level in levels { continuation.yield(level) }
      }
    }
  }
}

/// Knows whether the program may use the microphone.
@DependencyClient
package struct PermissionClient: Sendable {
  package var mayRecord: @Sendable () async -> Bool = { false }
}

extension PermissionClient: DependencyKey {
  package static let liveValue = PermissionClient { true }
  package static let testValue = PermissionClient()
}

extension DependencyValues {
  package var microphone: MicrophoneClient {
    get { self[MicrophoneClient.self] }
    set { self[MicrophoneClient.self] = newValue }
  }

  package var permission: PermissionClient {
    get { self[PermissionClient.self] }
    set { self[PermissionClient.self] = newValue }
  }
}
