// A test target that depends on this product has all of Pando, and failures reach Swift Testing and
// XCTest.
@_exported public import Pando
