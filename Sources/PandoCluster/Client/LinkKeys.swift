import Logging
import PandoHosting
import Synchronization
import ZeroMQ

/// The keys of a store's links, read when the first endpoint needs them.
final class LinkKeys: Sendable {
  private let source: ClusterKeys
  private let loaded = Mutex<LoadedKeys?>(nil)
  private let onChange = Mutex<(@Sendable (Keyring) -> Void)?>(nil)
  private let logger: Logger

  init(_ source: ClusterKeys, logger: Logger) {
    self.source = source
    self.logger = logger
  }

  /// Reads them, unless they are there. `attempt` completes "could not ..." where they are missing.
  @discardableResult
  func load(to attempt: String) throws(KeyError) -> LoadedKeys {
    if let keys = current { return keys }
    let keys = try source.load(to: attempt, logger: logger)
    keys.watch.onChange(for: self) { [weak self] in
      guard let self, let keyring = self.current?.keyring else { return }
      self.onChange.withLock { $0 }?(keyring)
    }
    // Two that read at once have the same; the first stays.
    return loaded.withLock { loaded in
      if loaded == nil { loaded = keys }
      return loaded ?? keys
    }
  }

  var current: LoadedKeys? { loaded.withLock { $0 } }

  /// Says what is to be called with the keyring after each change, on the keyring's thread.
  func onChange(_ body: @escaping @Sendable (Keyring) -> Void) {
    onChange.withLock { $0 = body }
  }

  /// The keys with which a worker may be reached: nil where none are needed, several where only the
  /// handshake tells which is the worker's.
  ///
  /// - Parameter key: What a coordinator says that the worker's key is.
  /// - Throws: Why the worker is not trusted.
  func paths(to endpoint: Endpoint, _ key: String?) throws(Distrust) -> [CurvePath]? {
    guard endpoint.needsKeys else { return nil }
    let attempt = "connect to the worker at \(endpoint)"
    let keys: LoadedKeys
    do throws(KeyError) {
      keys = try load(to: attempt)
    } catch {
      throw Distrust(reason: error.message)
    }
    let keyring = keys.keyring
    let trusted = keyring.keys(with: .worker)
    guard let key else {
      guard !trusted.isEmpty else { throw Distrust(ofAllBy: keys, endpoint) }
      return trusted.map { CurvePath(pair: keys.pair, serverKey: $0) }
    }
    guard let named = trusted.first(where: { $0.z85 == key }) else {
      throw Distrust(of: key, by: keys, endpoint)
    }
    return [CurvePath(pair: keys.pair, serverKey: named)]
  }
}

/// Why a worker is not connected to.
struct Distrust: Error, Hashable {
  let reason: String

  init(reason: String) {
    self.reason = reason
  }

  init(ofAllBy keys: LoadedKeys, _ endpoint: Endpoint) {
    let folder = keys.watch.folder.path
    reason = """
      The worker at \(endpoint) is not used: the keyring \(folder) trusts no worker. With its public key: \
      pando keys trust FILE --role worker --keyring '\(folder)'
      """
  }

  /// - Parameter key: As a coordinator has it, so it may be anything.
  init(of key: String, by keys: LoadedKeys, _ endpoint: Endpoint) {
    let folder = keys.watch.folder.path
    guard let known = try? CurveKey(z85: key) else {
      reason = "The worker at \(endpoint) is not used: the coordinator names no usable key for it."
      return
    }
    reason = """
      The worker at \(endpoint) is not used: the keyring \(folder) does not have its key \(known) with the \
      role worker. To allow it: pando keys trust --public-key='\(known)' --name NAME --role worker \
      --keyring '\(folder)'
      """
  }
}
