import Synchronization

/// An entry of a `PlanTable`: made once per type, then never changed or freed.
protocol TypeBound: ~Copyable {
  /// The type, as a number.
  var identity: UInt { get }
  var next: UnsafePointer<Self>? { get }
}

/// A table from types to what was found out about them, read without a lock.
///
/// Whatever asks the runtime about a type costs more than encoding a small value, so it is asked
/// once per process.
struct PlanTable<Plan: TypeBound & ~Copyable>: ~Copyable {
  private static var bucketCount: Int { 1024 }

  typealias Bucket = Atomic<UnsafePointer<Plan>?>

  private let buckets: UnsafeMutablePointer<Bucket>

  init() {
    buckets = .allocate(capacity: Self.bucketCount)
    for index in 0..<Self.bucketCount { (buckets + index).initialize(to: Bucket(nil)) }
  }

  @inline(__always)
  static func identity(_ type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

  /// The plan of a type, which `make` makes, given the plan that follows it, if there is none yet.
  @inline(__always)
  func plan(
    _ type: Any.Type, make: (UnsafePointer<Plan>?) -> UnsafePointer<Plan>
  ) -> UnsafePointer<Plan> {
    let identity = Self.identity(type)
    // The highest 10 bits of a product are well mixed.
    let bucket = buckets + Int((identity &* 0x9E37_79B9_7F4A_7C15) &>> 54)
    let head = bucket.pointee.load(ordering: .acquiring)
    var plan = head
    while let found = plan {
      if found.pointee.identity == identity { return found }
      plan = found.pointee.next
    }
    let made = make(head)
    // Lost to another thread: this plan says the same, and serves its one caller.
    _ = bucket.pointee.compareExchange(
      expected: head, desired: made, ordering: .acquiringAndReleasing)
    return made
  }
}

// Safe to share: the buckets are atomics in memory that is never freed. A plan is complete before
// the releasing exchange that makes it visible, and never changes after.
extension PlanTable: @unchecked Sendable where Plan: ~Copyable {}
