/// A way to make the standard library's `KeyedEncodingContainer` and `KeyedDecodingContainer`
/// without looking up their classes, which takes three times as long as all else that a small
/// struct needs.
///
/// Either is one reference to a box, an object with the container as its only field. The class of
/// the box is learned from one that the standard library made; a new box is an object of the same
/// size that becomes one of that class. Where anything is not laid out as expected there is no fast
/// way, and the containers are made as usual.
struct ContainerBox {
  private let boxClass: UnsafeRawPointer
  // Of an object: its class, and the counts of references.
  private static var headerBytes: Int { 16 }

  init?<Key: CodingKey>(encoding _: Key.Type) {
    let session = EncodingSession(limits: .standard)
    defer { session.recycle() }
    let inner = KeyedEncoding<Key>(session: session, identifier: 7)
    self.init(KeyedEncodingContainer(inner), around: inner)
  }

  init?<Key: CodingKey>(decoding _: Key.Type) {
    let session = DecodingSession(bytes: .empty, limits: .standard)
    defer { session.recycle() }
    let inner = KeyedDecoding<Key>(
      session: session, frame: FrameReference(start: 1, depth: 2, index: 3, serial: 4))
    self.init(KeyedDecodingContainer(inner), around: inner)
  }

  private init?<Outer, Inner>(_ outer: Outer, around inner: Inner) {
    #if canImport(ObjectiveC)
      return nil
    #else
      guard
        MemoryLayout<Outer>.size == MemoryLayout<UnsafeRawPointer>.size,
        MemoryLayout<Inner>.size == BlankBox.fieldBytes
      else { return nil }
      let object = withUnsafeBytes(of: outer) { $0.load(as: UnsafeRawPointer.self) }
      boxClass = object.load(as: UnsafeRawPointer.self)
      let blank = unsafeBitCast(BlankBox.self, to: UnsafeRawPointer.self)
      guard Self.instanceBytes(of: boxClass) == Self.headerBytes + BlankBox.fieldBytes,
        Self.instanceBytes(of: blank) == Self.headerBytes + BlankBox.fieldBytes
      else { return nil }
      let field = UnsafeRawBufferPointer(
        start: object + Self.headerBytes, count: BlankBox.fieldBytes)
      guard withUnsafeBytes(of: inner, { field.elementsEqual($0) }) else { return nil }
    #endif
  }

  // A class has its kind, superclass, flags and address point before the size of its instances.
  private static func instanceBytes(of type: UnsafeRawPointer) -> Int {
    Int(type.load(fromByteOffset: 24, as: UInt32.self))
  }

  /// A new box around a container whose fields are a pointer and two words, as the container
  /// `Outer`; that must be the type that this was made for.
  @inline(__always)
  func make<Outer>(
    _: Outer.Type, _ pointer: UnsafeMutableRawPointer, _ first: UInt64, _ second: UInt64
  ) -> Outer {
    unsafeBitCast(Self.maker, to: Maker<Outer>.self).make(self, pointer, first, second)
  }

  // A function in a generic struct hands its result over in memory, whatever the result is. So this
  // one, which makes a reference, can be called as one that makes an `Outer`, which is a reference,
  // too; and nobody asks for the metadata of `Outer`, which the standard library keeps to itself
  // and the runtime is slow to find.
  private struct Maker<Result>: Sendable {
    let make: @Sendable (ContainerBox, UnsafeMutableRawPointer, UInt64, UInt64) -> Result
  }

  private static let maker = Maker<AnyObject> { box, pointer, first, second in
    let object = Unmanaged.passRetained(BlankBox()).toOpaque()
    object.storeBytes(of: box.boxClass, as: UnsafeRawPointer.self)
    let field = object + headerBytes
    field.storeBytes(of: pointer, as: UnsafeMutableRawPointer.self)
    field.storeBytes(of: first, toByteOffset: 8, as: UInt64.self)
    field.storeBytes(of: second, toByteOffset: 16, as: UInt64.self)
    return Unmanaged<AnyObject>.fromOpaque(object).takeRetainedValue()
  }
}

/// An object as large as a box; it has nothing to release when it becomes one.
private final class BlankBox {
  static let fieldBytes = 24
  private let fields: (UInt, UInt, UInt) = (0, 0, 0)
}
