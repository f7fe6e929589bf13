/// The names that no new package can have: two modules or two packages of a build have no name in common.
enum TakenNames {
  /// The modules that a package may come to be built with, in lower case.
  static let modules = names(swift).union(names(pando)).union(names(dependencies))

  /// The packages that come with Pando, in lower case.
  static let packages = names(
    """
    pando async-http-client grpc-swift-2 grpc-swift-nio-transport grpc-swift-protobuf
    hummingbird swift-algorithms swift-argument-parser swift-asn1 swift-async-algorithms
    swift-atomics swift-certificates swift-collections swift-configuration swift-crypto
    swift-custom-dump swift-distributed-tracing swift-http-structured-headers swift-http-types
    swift-log swift-metrics swift-nio swift-nio-extras swift-nio-http2 swift-nio-ssl
    swift-nio-transport-services swift-numerics swift-protobuf swift-service-context
    swift-service-lifecycle swift-syntax swift-system xctest-dynamic-overlay
    """)

  /// The modules that come with Swift, and the names of folders with tests.
  private static let swift = """
    BlocksRuntime Builtin CompilerPluginSupport Cxx CxxStdlib Darwin Differentiation Dispatch
    Distributed Foundation FoundationEssentials FoundationInternationalization
    FoundationNetworking FoundationXML Glibc Musl Observation PackageDescription PackagePlugin
    RegexBuilder Runtime StdlibUnittest Swift SwiftGlibc SwiftOnoneSupport SwiftShims
    Synchronization Testing XCTest test tests
    """

  /// The products and targets of Pando.
  private static let pando = """
    CBlackBox CConfinement ClusterFeatures ClusterProgram CPostgres CProcess CSQLite CZeroMQ
    FoundationSupport FuzzingSupport HostileDeeds HostsProgram IssueSupport JournalHelper
    JournalProgram JournalSamples
    PageProgram pando Pando PandoBase PandoBenchmarking PandoCasePaths PandoCluster
    PandoDependencies
    PandoDialogs PandoEnvironment PandoEtcd PandoHosting PandoIdentifiedCollections
    PandoJournal PandoMacros PandoOTLP PandoPage PandoSharing PandoSimulation PandoTesting PandoTestSupport
    PandoTool PandoWire PlainProgram ProgramSupport RegistryBenchmark RegistryChecks
    SimulationProgram SimulationPrograms SocketSupport StressProgram TraceProgram ZeroMQ
    """

  /// The products and targets of what Pando depends on, and of what that depends on.
  private static let dependencies = """
    Algorithms ArgumentParser ArgumentParserTestHelpers ArgumentParserToolInfo AsyncAlgorithms
    AsyncAlgorithmsXCTest AsyncHTTPClient AsyncSequenceValidation AsyncStreaming Atomics
    BasicContainers BitCollections CAsyncHTTPClient CCryptoBoringSSL CCryptoBoringSSLShims
    CGRPCNIOTransportZlib CGRPCProtobuf CNIOAtomics CNIOBoringSSL CNIOBoringSSLShims
    CNIODarwin CNIOExtrasZlib CNIOFreeBSD CNIOLinux CNIOLLHTTP CNIOOpenBSD CNIOPosix CNIOSHA1
    CNIOWASI CNIOWindows Collections color ComplexModule ConcurrencyHelpers Configuration
    ConfigurationTesting ConfigurationTestingInternal Conformance ContainersPreview
    CoreMetrics Crypto CryptoBoringWrapper CryptoExtras cryptoshasum CSystem CustomDump CXKCP
    CXKCPShims defaultasflag DequeModule GenerateDoccReference generatedoccreference
    generategrpccodefromprotos GenerateManual generatemanual GRPCCodeGen GRPCCore
    GRPCInProcessTransport GRPCNIOTransportCore GRPCNIOTransportHTTP2
    GRPCNIOTransportHTTP2Posix GRPCNIOTransportHTTP2TransportServices GRPCProtobuf
    GRPCProtobufCodeGen GRPCProtobufGenerator HashTreeCollections HeapModule
    HTTPServerWithQuiescingDemo HTTPTypes HTTPTypesFoundation Hummingbird HummingbirdCore
    HummingbirdHTTP2 HummingbirdRouter HummingbirdTesting HummingbirdTLS InMemoryLogging
    InMemoryTracing Instrumentation InstrumentationBaggage InternalCollectionsUtilities
    IssueReporting IssueReportingTestSupport Logging math Metrics MetricsTestKit NIO
    NIOAsyncAwaitDemo NIOCertificateHelpers NIOCertificateReloading NIOChatClient
    NIOChatServer NIOConcurrencyHelpers NIOCore NIOCrashTester NIOEchoClient NIOEchoServer
    NIOEmbedded NIOExtras NIOExtrasPerformanceTester NIOFileSystem NIOFoundationCompat
    NIOFoundationEssentialsCompat NIOFS NIOFSFoundationCompat NIOHPACK NIOHTTP1 NIOHTTP1Client
    NIOHTTP1Server NIOHTTP2 NIOHTTP2PerformanceTester NIOHTTP2Server NIOHTTPCompression
    NIOHTTPResponsiveness NIOHTTPTypes NIOHTTPTypesHTTP1 NIOHTTPTypesHTTP2 NIOMulticastChat
    NIONFS3 NIOPerformanceTester NIOPosix NIOResumableUpload NIOResumableUploadDemo NIOSOCKS
    NIOSOCKSClient NIOSSL NIOSSLHTTP1Client NIOSSLPerformanceTester NIOTCPEchoClient
    NIOTCPEchoServer NIOTestUtils NIOTLS NIOTLSServer NIOTransportServices NIOTSEchoClient
    NIOTSHTTPClient NIOTSHTTPServer NIOUDPEchoClient NIOUDPEchoServer NIOWebSocket
    NIOWebSocketClient NIOWebSocketServer NIOWritePartialPCAPDemo NIOWritePCAPDemo Numerics
    OrderedCollections PerformanceTest protoc protocgengrpcswift2 protocgenswift
    RawStructuredFieldValues RealModule repeat roll ServiceContextModule
    ServiceContextModuleCompatibility ServiceLifecycle ServiceLifecycleTestKit shparser
    SortedCollections StructuredFieldValues SwiftASN1 SwiftBasicFormat SwiftCompilerPlugin
    SwiftCompilerPluginMessageHandling SwiftDiagnostics SwiftIDEUtils SwiftIfConfig
    SwiftLexicalLookup SwiftLibraryPluginProvider SwiftOperators SwiftParser
    SwiftParserDiagnostics SwiftProtobuf SwiftProtobufPlugin SwiftProtobufPluginLibrary
    SwiftProtobufTestHelpers SwiftRefactor SwiftSyntax SwiftSyntax509 SwiftSyntax510
    SwiftSyntax600 SwiftSyntax601 SwiftSyntax602 SwiftSyntax603 SwiftSyntaxall
    SwiftSyntaxBuilder SwiftSyntaxMacroExpansion SwiftSyntaxMacros
    SwiftSyntaxMacrosGenericTestSupport SwiftSyntaxMacrosTestSupport SwiftWarningControl
    SystemPackage Tracing TrailingElementsModule UnixSignals X509 XCTestDynamicOverlay
    """

  private static func names(_ text: String) -> Set<String> {
    Set(text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
