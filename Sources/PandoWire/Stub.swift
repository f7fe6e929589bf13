import Foundation
public struct WireLimits: Sendable { public static let standard = WireLimits() }
public struct WireError: Error, Equatable { public enum Problem: Equatable, Sendable { case rejected(String), unexpectedEnd }
  public init(_ p: Problem, offset: Int) {} }
public struct WireWriter: ~Copyable { var b: [UInt8] = []; package init() {}
  package var bytes: [UInt8] { b }
  package var count: Int { b.count }
  package func withBytes<R, E: Error>(_ f: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R { let r: Result<R, E> = b.withUnsafeBytes { p in do throws(E) { return .success(try f(p)) } catch { return .failure(error) } }; return try r.get() }
  package mutating func removeAll() { b.removeAll(keepingCapacity: true) }
  package mutating func append(_ x: UInt8) { b.append(x) }
  package mutating func append(contentsOf x: UnsafeRawBufferPointer) { b.append(contentsOf: x) }
  package mutating func appendVarint(_ n: UInt64) { var n = n; while n >= 0x80 { b.append(UInt8(n & 0x7f) | 0x80); n >>= 7 }; b.append(UInt8(n)) }
  package mutating func appendVarint(_ n: Int) { appendVarint(UInt64(n)) }
  package mutating func appendFixed(_ n: UInt64) { withUnsafeBytes(of: n) { b.append(contentsOf: $0) } }
  package mutating func appendBytes(_ x: [UInt8]) { appendVarint(x.count); b.append(contentsOf: x) }
  package mutating func appendString(_ x: String) { appendBytes(Array(x.utf8)) }
}
public struct WireReader: ~Copyable { let b: UnsafeRawBufferPointer; var o = 0
  package init(_ b: UnsafeRawBufferPointer) { self.b = b }
  package var isAtEnd: Bool { o == b.count }
  package var position: Int { o }
  package mutating func readByte() throws(WireError) -> UInt8 { guard o < b.count else { throw WireError(.unexpectedEnd, offset: o) }; o += 1; return b[o - 1] }
  package mutating func readVarint() throws(WireError) -> UInt64 { var n: UInt64 = 0, s: UInt64 = 0; while true { let x = try readByte(); n |= UInt64(x & 0x7f) << s; if x < 0x80 { return n }; s += 7 } }
  package mutating func readInteger() throws(WireError) -> Int { Int(try readVarint()) }
  package mutating func readCount(minimumBytes: Int = 1) throws(WireError) -> Int { Int(try readVarint()) }
  package mutating func readBytes(count: Int) throws(WireError) -> UnsafeRawBufferPointer { guard o + count <= b.count else { throw WireError(.unexpectedEnd, offset: o) }; defer { o += count }; return UnsafeRawBufferPointer(rebasing: b[o..<(o + count)]) }
  package mutating func readByteArray() throws(WireError) -> [UInt8] { let n = try readInteger(); return Array(try readBytes(count: n)) }
  package mutating func readString() throws(WireError) -> String { String(decoding: try readByteArray(), as: UTF8.self) }
  package mutating func readFixed() throws(WireError) -> UInt64 { let x = try readBytes(count: 8); return x.loadUnaligned(as: UInt64.self) }
}
package enum WireEncoder { package static func encode<T: Encodable>(_ v: T) throws(WireError) -> [UInt8] { let e = JSONEncoder(); e.outputFormatting = .sortedKeys; do { return Array(try e.encode([v])) } catch { throw WireError(.rejected("\(error)"), offset: 0) } } }
package enum WireDecoder { package static func decode<T: Decodable>(_ t: T.Type, from b: [UInt8]) throws(WireError) -> T { do { return try JSONDecoder().decode([T].self, from: Data(b))[0] } catch { throw WireError(.rejected("\(error)"), offset: 0) } } }
public struct SchemaFingerprint: Hashable, Sendable, CustomStringConvertible { public let rawValue: UInt64; package init(rawValue: UInt64) { self.rawValue = rawValue }
  public init<T>(of: T.Type) { var h: UInt64 = 5381; for b in String(reflecting: T.self).utf8 { h = h &* 33 &+ UInt64(b) }; rawValue = h }; public var description: String { String(rawValue, radix: 16) } }
package enum Patch: Equatable, Sendable { case unchanged, snapshot([UInt8])
  package init(from o: [UInt8], to n: [UInt8]) { self = o == n ? .unchanged : .snapshot(n) }
  package func apply(to b: inout [UInt8]) throws(WireError) { if case .snapshot(let n) = self { b = n } }
  package func encode(into w: inout WireWriter) { switch self { case .unchanged: w.append(0); case .snapshot(let b): w.append(1); w.appendBytes(b) } }
  package init(from r: inout WireReader) throws(WireError) { if try r.readByte() == 0 { self = .unchanged } else { self = .snapshot(try r.readByteArray()) } }
}
extension WireWriter { package mutating func takeBytes() -> [UInt8] { defer { b = [] }; return b } }
