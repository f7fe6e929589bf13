import Pando

/// Lends a store, and stops it, whatever `body` throws.
func stopping<State, Action>(
  _ store: Store<State, Action>, after body: (Store<State, Action>) async throws -> Void
) async throws {
  let result: Result<Void, any Error>
  do {
    try await body(store)
    result = .success(())
  } catch {
    result = .failure(error)
  }
  await store.stop()
  try result.get()
}
