/// The version of Pando that the program is built with.
package enum LibraryVersion {
  package static let number = "0.1.0"
}
