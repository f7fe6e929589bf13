import Synchronization

/// The facts about a type of coding key that the codec needs.
struct KeyPlan: ~Copyable, TypeBound {
  let identity: UInt
  let next: UnsafePointer<KeyPlan>?
  /// True if there is a key for each of a few names and no other: the keys that the compiler makes
  /// are such.
  let isPlainEnum: Bool
  private let cases = Atomic<UnsafePointer<KeyCase>?>(nil)

  private static let table = PlanTable<KeyPlan>()

  @inline(__always)
  static func of<Key: CodingKey>(_ type: Key.Type) -> UnsafePointer<KeyPlan> {
    table.plan(type) { next in make(type, next) }
  }

  @inline(never)
  private static func make<Key: CodingKey>(
    _ type: Key.Type, _ next: UnsafePointer<KeyPlan>?
  ) -> UnsafePointer<KeyPlan> {
    let plan = UnsafeMutablePointer<KeyPlan>.allocate(capacity: 1)
    plan.initialize(
      to: KeyPlan(
        identity: PlanTable<KeyPlan>.identity(type), next: next,
        isPlainEnum: MemoryLayout<Key>.size <= 1 && TypeMetadata(type).kind == .enum))
    return UnsafePointer(plan)
  }

  private init(identity: UInt, next: UnsafePointer<KeyPlan>?, isPlainEnum: Bool) {
    self.identity = identity
    self.next = next
    self.isPlainEnum = isPlainEnum
  }

  /// An array of the one key with a name, made once; nil when there is no such key.
  @inline(__always)
  func single<Key: CodingKey>(
    _ type: Key.Type, named name: UnsafeRawBufferPointer
  ) -> [Key]? {
    let head = cases.load(ordering: .acquiring)
    var candidate = head
    while let found = candidate {
      if found.pointee.matches(name) {
        // Stored as an array of this very type, under the plan of that type.
        return found.pointee.keys.assumingMemoryBound(to: [Key].self).pointee
      }
      candidate = found.pointee.next
    }
    return addCase(type, named: name, next: head)
  }

  @inline(never)
  private func addCase<Key: CodingKey>(
    _: Key.Type, named name: UnsafeRawBufferPointer, next: UnsafePointer<KeyCase>?
  ) -> [Key]? {
    let text = String(decoding: name, as: UTF8.self)
    guard let key = Key(stringValue: text) else { return nil }
    // A type that takes any name has no end of names to remember.
    guard key.stringValue == text, text.utf8Equals(name) else { return [key] }
    let keys = UnsafeMutablePointer<[Key]>.allocate(capacity: 1)
    keys.initialize(to: [key])
    let new = UnsafeMutablePointer<KeyCase>.allocate(capacity: 1)
    new.initialize(
      to: KeyCase(
        name: Array(name), keys: UnsafeMutableRawPointer(keys), next: next))
    // Lost to another thread: that one's case, or a later one's, serves the next time.
    _ = cases.compareExchange(
      expected: next, desired: UnsafePointer(new), ordering: .acquiringAndReleasing)
    return keys.pointee
  }
}

/// One name of a plain enum's key; like a plan, never changed or freed. There are as many as cases
/// were ever decoded.
private struct KeyCase {
  let name: [UInt8]
  /// Holds an array of keys, whose type the plan knows.
  let keys: UnsafeMutableRawPointer
  let next: UnsafePointer<KeyCase>?

  @inline(__always)
  func matches(_ other: UnsafeRawBufferPointer) -> Bool {
    name.withUnsafeBytes { $0.count == other.count && $0.holdsSameBytes(other) }
  }
}
