import Synchronization

/// When states are looked at field by field.
package enum Fieldwise {
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
