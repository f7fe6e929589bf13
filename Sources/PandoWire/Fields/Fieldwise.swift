import Synchronization

/// When states are looked at field by field.
package enum Fieldwise {
  /// The number of looks in a row after which a collection that has not changed is held as it is: that tells
  /// at once that it is the same, and has its next change copy all of it.
  static let looksBeforeSharing = 4

  private static let leastBytesValue = Atomic<Int>(128)
  private static let isVerifiedFlag = Atomic<Bool>(false)

  /// The least size, in bytes, of an encoded state whose fields are told apart: a smaller one is encoded as
  /// fast as its fields are compared.
  package static var leastBytes: Int {
    get { leastBytesValue.load(ordering: .relaxed) }
    set { leastBytesValue.store(newValue, ordering: .relaxed) }
  }

  /// True if each result is compared with what the whole state gives, which tests want; a difference ends
  /// the process.
  package static var isVerified: Bool {
    get { isVerifiedFlag.load(ordering: .relaxed) }
    set { isVerifiedFlag.store(newValue, ordering: .relaxed) }
  }
}
