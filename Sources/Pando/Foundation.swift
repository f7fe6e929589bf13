// Features name dates, identities, addresses and index sets in nearly every file.
@_exported public import Foundation
