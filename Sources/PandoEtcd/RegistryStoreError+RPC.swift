#if Etcd
  import GRPCCore
  import PandoCluster

  extension RegistryStoreError {
    init(_ error: any Error) {
      switch error {
      case let error as RegistryStoreError: self = error
      case let error as RPCError: self.init(error)
      case is CancellationError:
        self = Task.isCancelled ? .cancelled : .away("the connection was closed")
      default: self = .away("\(error)")
      }
    }

    private init(_ error: RPCError) {
      switch error.code {
      case .notFound where error.message.contains("lease not found"): self = .leaseGone
      case .outOfRange: self = .compacted
      case .unauthenticated, .permissionDenied:
        self = .denied("etcd lets this coordinator do nothing (\(error.message))")
      case .invalidArgument where error.message.contains("user") || error.message.contains("auth"),
        .failedPrecondition where error.message.contains("authentication"):
        self = .denied("etcd does not know this coordinator's user (\(error.message))")
      case .invalidArgument: self = .refused("\(error.message) [\(error.code)]")
      case let code where EtcdRefusal.isOfCall(code: code.rawValue, error.message):
        self = .refused("\(error.message) [\(error.code)]")
      case .cancelled where Task.isCancelled: self = .cancelled
      case .deadlineExceeded: self = .away("it did not answer in time")
      default:
        let cause = error.cause.map { ": \($0)" } ?? ""
        self = .away("\(error.message)\(cause) [\(error.code)]")
      }
    }
  }

  extension RPCError {
    /// True if another token may help.
    var isAboutToken: Bool {
      code == .unauthenticated || message.contains("revision of auth store is old")
    }
  }
#endif
