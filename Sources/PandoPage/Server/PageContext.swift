#if Page
  import Hummingbird
  import NIOCore

  /// A request, with the connection that it came by.
  struct PageContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
      coreContext = CoreRequestContextStorage(source: source)
      channel = source.channel
    }
  }
#endif
