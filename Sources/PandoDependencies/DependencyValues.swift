import PandoBase
import Synchronization

/// The values that features depend on: overridden around some work or for a store, and read through
/// ``Dependency``.
///
/// Add one with a key and a property:
///
/// ```swift
/// extension DependencyValues {
///   var weather: WeatherClient {
///     get { self[WeatherClient.self] }
///     set { self[WeatherClient.self] = newValue }
///   }
/// }
/// ```
///
/// Values stay in their process: a feature that runs in a worker reads those of the worker.
public struct DependencyValues: Sendable {
  @TaskLocal static var ofTask = DependencyValues()

  /// The values in effect for the caller.
  package static var current: DependencyValues { DependencyScope.current?.values ?? ofTask }

  /// Runs `operation` with other values.
  ///
  /// - Parameter isOverride: Whether they are a user's overrides, which an effect keeps that is made
  ///   inside.
  package static func with<Result>(
    _ values: DependencyValues, isOverride: Bool = true, operation: () throws -> Result
  ) rethrows -> Result {
    if let scope = DependencyScope.current {
      let isOverride = isOverride || scope.isOverride
      return try DependencyScope(values: values, layer: scope.layer, isOverride: isOverride)(
        operation)
    }
    return try $ofTask.withValue(values, operation: operation)
  }

  /// The purpose that the values are used for.
  enum Role {
    case values, update, layering, preparation, probe
  }

  private(set) var overrides: [ObjectIdentifier: DependencyOverride] = [:]
  /// The values of keys that are not overridden; nil stands for those of the test or process that reads.
  private(set) var defaults: DependencyDefaults?
  /// The reader of the value, where it is known.
  var reader: DependencyReader?
  /// Tells values that were overridden from those that they were before. Half a word, so that values
  /// stay small to copy.
  private var stamp: UInt32 = 0
  private(set) var overriddenContext: DependencyContext?
  var role = Role.values
  /// True if a test may change them while its store runs: then the overrides hold the overlay.
  package private(set) var hasOverlay = false
  /// True if these are the values that somebody chose, which whoever captured them goes on reading.
  package private(set) var isChosen = false

  private static let isAnyOverridden = Atomic(false)

  /// True if anything but what stores alone read was ever overridden in this process, or belongs to a test.
  /// Where nothing does, all values are the same, and a store need not see to it that its reducers
  /// read its own.
  @usableFromInline
  package static var areOverridden: Bool {
    // Whoever reads an override learned of it from the thread that made it, in order.
    isAnyOverridden.load(ordering: .relaxed)
  }

  /// Values of which nothing is overridden.
  public init() {}

  init(context: DependencyContext?, defaults: DependencyDefaults) {
    overriddenContext = context
    self.defaults = defaults
  }

  mutating func choose() {
    if defaults == nil { defaults = .current }
    if defaults !== DependencyDefaults.ofProcess {
      Self.isAnyOverridden.store(true, ordering: .relaxed)
    }
    reader = nil
    isChosen = true
  }

  func read(by reader: DependencyReader?) -> DependencyValues {
    var values = self
    values.reader = reader
    return values
  }

  /// The same values, or those that a test has put in their place.
  package var newest: DependencyValues {
    guard let overlay else { return self }
    return overlay.values.read(by: reader)
  }

  private var overlay: LayeredOverlay? {
    guard hasOverlay else { return nil }
    return overrides[ObjectIdentifier(DependencyOverlay.self)]?.value as? LayeredOverlay
  }

  /// The overrides of operators that lie on the overlay.
  var layerOnOverlay: DependencyLayer? { overlay?.layer }

  /// The same values, until a test changes those of the overlay.
  package func replaceable(by overlay: DependencyOverlay) -> DependencyValues {
    replaceable(by: LayeredOverlay(overlay: overlay, layer: nil))
  }

  private func replaceable(by overlay: LayeredOverlay) -> DependencyValues {
    var values = self
    values.overrides[ObjectIdentifier(DependencyOverlay.self)] = DependencyOverride(
      value: overlay, valueType: ObjectIdentifier(DependencyOverlay.self), setter: "overlay",
      key: nil)
    values.hasOverlay = true
    return values
  }

  /// The same under a layer of overrides. Of what lies below it, a test may go on changing what it could.
  package func under(_ layer: DependencyLayer) -> DependencyValues {
    var values = newest
    values.stamp = stamp
    values.overrides.merge(layer.overrides) { $1 }
    values.overriddenContext = layer.context ?? values.overriddenContext
    guard let overlay else { return values }
    return values.replaceable(by: overlay.under(layer))
  }

  private static let stamps = Atomic<UInt32>(0)

  /// The same, told from what they were made of.
  package var restamped: DependencyValues {
    var values = self
    values.stamp = Self.stamps.wrappingAdd(1, ordering: .relaxed).newValue
    return values
  }

  /// The same, taken for others, which differ in nothing that a caller overrides.
  package func stamped(as other: DependencyValues) -> DependencyValues {
    var values = self
    values.stamp = other.stamp
    return values
  }

  /// The same under what the caller overrides, if these are not the caller's.
  var underCurrent: DependencyValues {
    let current = Self.current
    guard current.stamp != stamp, current.isChosen else { return self }
    var values = newest
    values.overrides.merge(current.newest.overrides) { $1 }
    values.overriddenContext = current.newest.overriddenContext ?? values.overriddenContext
    return values
  }

  /// Returns the overrides that `update` makes to the current values, and nothing else.
  package static func layer(_ update: (inout DependencyValues) -> Void) -> DependencyLayer {
    var values = DependencyValues()
    values.role = .layering
    update(&values)
    return DependencyLayer(overrides: values.overrides, context: values.overriddenContext)
  }

  /// The same, about to be overridden.
  private var updating: DependencyValues {
    var values = self
    values.role = .update
    return values
  }

  static func preparation(_ reader: DependencyReader) -> DependencyValues {
    var values = DependencyValues()
    values.defaults = current.defaults
    values.reader = reader
    values.role = .preparation
    return values
  }

  /// The value of a key: the override, or else what the key has for the ``context``.
  ///
  /// The place and the name are those of the property that calls this, for what is reported. Two
  /// look-ups in a dictionary; a value of the key itself also takes two locks.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function
  ) -> Key.Value {
    get {
      if let override = overrides[ObjectIdentifier(key)], let value = override.value as? Key.Value {
        if role == .probe { DependencyProbe.current?.note(override) }
        return value
      }
      if role == .layering { return Self.current.updating[key] }
      let defaults = defaults ?? .current
      return defaults.value(
        of: key, context: overriddenContext, for: role == .preparation ? reader : nil
      ) {
        DependencyMaking(
          name: function,
          location: OperatorLocation(
            fileID: fileID, filePath: filePath, line: line, column: column),
          reader: reader, isForUpdate: role != .values)
      }
    }
    set {
      guard role == .preparation else {
        overrides[ObjectIdentifier(key)] = DependencyOverride(
          value: newValue, valueType: ObjectIdentifier(Key.Value.self), setter: function, key: key)
        if !(key is any ReadByStoresAlone.Type) {
          Self.isAnyOverridden.store(true, ordering: .relaxed)
        }
        return
      }
      let defaults = defaults ?? .current
      if !defaults.prepare(newValue, for: key, by: reader) { reader?.reportTooLate(function) }
    }
  }

  /// Which of their values keys have where nobody overrides them.
  public var context: DependencyContext {
    get {
      if role == .layering { return overriddenContext ?? Self.current.context }
      return overriddenContext ?? (defaults ?? .current).context
    }
    set {
      guard role == .preparation else {
        overriddenContext = newValue
        Self.isAnyOverridden.store(true, ordering: .relaxed)
        return
      }
      (defaults ?? .current).prepare(newValue)
    }
  }
}
