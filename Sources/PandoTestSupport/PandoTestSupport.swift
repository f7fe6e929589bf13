// A test target that depends on this product alone has all of Pando, and failures of a ``TestStore``
// fail its tests: they reach Swift Testing and XCTest by a library that a program must not link.
@_exported public import Pando
@_exported public import PandoTesting
