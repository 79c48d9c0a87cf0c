//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The messages of the protocol.
//
//===----------------------------------------------------------------------===//

#include "Document.h"
#include "RelayLite/LanguageServer/RelayTextServer.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/Program.h"
#include <map>

using namespace mlir;
using namespace mlir::relay;

namespace lsp = llvm::lsp;

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

namespace {
/// Reads messages, and drops those that nest too deep for LLVM's parser of
/// JSON, which recurs.
class BoundedInput : public lsp::JSONTransportInput {
public:
  explicit BoundedInput(lsp::JSONStreamStyle style)
      : JSONTransportInput(style), input(stdin, style) {}

  bool hasError() const override { return input.hasError(); }
  bool isEndOfInput() const override { return input.isEndOfInput(); }
  LogicalResult readDelimitedMessage(std::string &json) override {
    return success(succeeded(input.readDelimitedMessage(json)) && check(json));
  }
  LogicalResult readStandardMessage(std::string &json) override {
    return success(succeeded(input.readStandardMessage(json)) && check(json));
  }

private:
  // Messages of the protocol nest less than 20 levels.
  static constexpr unsigned kMaxNesting = 256;

  static bool check(StringRef json) {
    unsigned depth = 0;
    bool isString = false;
    for (size_t i = 0; i < json.size(); ++i) {
      char c = json[i];
      if (c == '"')
        isString = !isString;
      else if (isString && c == '\\')
        ++i;
      else if (!isString && (c == '[' || c == '{'))
        ++depth;
      else if (!isString && (c == ']' || c == '}') && depth)
        --depth;
      if (depth > kMaxNesting) {
        lsp::Logger::error("JSON parse error: more than {0} levels nest",
                           kMaxNesting);
        return false;
      }
    }
    return true;
  }

  lsp::JSONTransportInputOverFile input;
};
} // namespace

//===----------------------------------------------------------------------===//
// Server
//===----------------------------------------------------------------------===//

namespace {
class Server {
public:
  Server(lsp::MessageHandler &handler, const DialectRegistry &registry);

  bool isShutDown() const { return shutDown; }

private:
  template <typename T>
  using Callback = lsp::Callback<T>;

  void onInitialize(const lsp::InitializeParams &params,
                    Callback<llvm::json::Value> reply);
  void onInitialized(const lsp::InitializedParams &) {}
  void onShutdown(const lsp::NoParams &, Callback<std::nullptr_t> reply);

  void onDidOpen(const lsp::DidOpenTextDocumentParams &params);
  void onDidChange(const lsp::DidChangeTextDocumentParams &params);
  void onDidClose(const lsp::DidCloseTextDocumentParams &params);

  void onHover(const lsp::TextDocumentPositionParams &params,
               Callback<std::optional<lsp::Hover>> reply);
  void onDefinition(const lsp::TextDocumentPositionParams &params,
                    Callback<std::vector<lsp::Location>> reply);
  void onReferences(const lsp::ReferenceParams &params,
                    Callback<std::vector<lsp::Location>> reply);
  void onDocumentSymbol(const lsp::DocumentSymbolParams &params,
                        Callback<std::vector<lsp::DocumentSymbol>> reply);
  void onCompletion(const lsp::CompletionParams &params,
                    Callback<lsp::CompletionList> reply);

  /// Replaces the version of the document, and publishes its diagnostics.
  void update(const lsp::URIForFile &uri, std::string text, int64_t version);
  /// Null if it is not open.
  const Document *find(const lsp::URIForFile &uri) const;

  const DialectRegistry &registry;
  lsp::OutgoingNotification<lsp::PublishDiagnosticsParams> publish;
  std::map<std::string, std::unique_ptr<Document>, std::less<>> documents;
  bool shutDown = false;
};
} // namespace

Server::Server(lsp::MessageHandler &handler, const DialectRegistry &registry)
    : registry(registry),
      publish(handler.outgoingNotification<lsp::PublishDiagnosticsParams>(
          "textDocument/publishDiagnostics")) {
  handler.method("initialize", this, &Server::onInitialize);
  handler.notification("initialized", this, &Server::onInitialized);
  handler.method("shutdown", this, &Server::onShutdown);
  handler.notification("textDocument/didOpen", this, &Server::onDidOpen);
  handler.notification("textDocument/didChange", this, &Server::onDidChange);
  handler.notification("textDocument/didClose", this, &Server::onDidClose);
  handler.method("textDocument/hover", this, &Server::onHover);
  handler.method("textDocument/definition", this, &Server::onDefinition);
  handler.method("textDocument/references", this, &Server::onReferences);
  handler.method("textDocument/documentSymbol", this,
                 &Server::onDocumentSymbol);
  handler.method("textDocument/completion", this, &Server::onCompletion);
}

void Server::onInitialize(const lsp::InitializeParams &params,
                          Callback<llvm::json::Value> reply) {
  using llvm::json::Object;
  Object capabilities{
      {"textDocumentSync",
       Object{{"openClose", true},
              {"change", int(lsp::TextDocumentSyncKind::Incremental)}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      // Symbols are a tree.
      {"documentSymbolProvider",
       params.capabilities.hierarchicalDocumentSymbol},
      {"completionProvider",
       Object{{"resolveProvider", false},
              {"triggerCharacters", {".", "%", "@", "("}}}},
  };
  reply(Object{{"capabilities", std::move(capabilities)},
               {"serverInfo", Object{{"name", "relay-lite-lsp-server"}}}});
}

void Server::onShutdown(const lsp::NoParams &, Callback<std::nullptr_t> reply) {
  shutDown = true;
  reply(nullptr);
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

void Server::update(const lsp::URIForFile &uri, std::string text,
                    int64_t version) {
  auto document =
      std::make_unique<Document>(uri, std::move(text), version, registry);
  lsp::PublishDiagnosticsParams params(uri, version);
  params.diagnostics = document->getDiagnostics();
  documents[uri.uri().str()] = std::move(document);
  publish(params);
}

const Document *Server::find(const lsp::URIForFile &uri) const {
  auto it = documents.find(uri.uri());
  return it == documents.end() ? nullptr : it->second.get();
}

void Server::onDidOpen(const lsp::DidOpenTextDocumentParams &params) {
  update(params.textDocument.uri, params.textDocument.text,
         params.textDocument.version);
}

void Server::onDidChange(const lsp::DidChangeTextDocumentParams &params) {
  const Document *document = find(params.textDocument.uri);
  if (!document) {
    lsp::Logger::error("a document that is not open cannot change: {0}",
                       params.textDocument.uri.uri());
    return;
  }
  std::string text = document->getText().str();
  // Each change is in the positions of the text after the changes before it.
  for (const lsp::TextDocumentContentChangeEvent &change :
       params.contentChanges) {
    if (!change.range) {
      text = change.text;
      continue;
    }
    Positions positions(text);
    size_t begin = positions.getOffset(change.range->start);
    size_t end = std::max(begin, positions.getOffset(change.range->end));
    text.replace(begin, end - begin, change.text);
  }
  update(params.textDocument.uri, std::move(text), params.textDocument.version);
}

void Server::onDidClose(const lsp::DidCloseTextDocumentParams &params) {
  const Document *document = find(params.textDocument.uri);
  if (!document)
    return;
  // The client shall not show errors of a text that it has closed.
  publish({params.textDocument.uri, document->getVersion()});
  documents.erase(params.textDocument.uri.uri().str());
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

void Server::onHover(const lsp::TextDocumentPositionParams &params,
                     Callback<std::optional<lsp::Hover>> reply) {
  const Document *document = find(params.textDocument.uri);
  reply(document ? document->getHover(params.position) : std::nullopt);
}

void Server::onDefinition(const lsp::TextDocumentPositionParams &params,
                          Callback<std::vector<lsp::Location>> reply) {
  const Document *document = find(params.textDocument.uri);
  reply(document ? document->getDefinition(params.position)
                 : std::vector<lsp::Location>());
}

void Server::onReferences(const lsp::ReferenceParams &params,
                          Callback<std::vector<lsp::Location>> reply) {
  const Document *document = find(params.textDocument.uri);
  reply(document ? document->getReferences(params.position,
                                           params.context.includeDeclaration)
                 : std::vector<lsp::Location>());
}

void Server::onDocumentSymbol(
    const lsp::DocumentSymbolParams &params,
    Callback<std::vector<lsp::DocumentSymbol>> reply) {
  const Document *document = find(params.textDocument.uri);
  reply(document ? document->getSymbols() : std::vector<lsp::DocumentSymbol>());
}

void Server::onCompletion(const lsp::CompletionParams &params,
                          Callback<lsp::CompletionList> reply) {
  const Document *document = find(params.textDocument.uri);
  reply(document ? document->getCompletions(params.position)
                 : lsp::CompletionList());
}

//===----------------------------------------------------------------------===//
// Main
//===----------------------------------------------------------------------===//

LogicalResult relay::runRelayTextServer(int argc, char **argv,
                                        const DialectRegistry &registry) {
  // The options of MlirLspServerMain that matter here. Two functions cannot
  // have global options of one name.
  llvm::cl::opt<lsp::Logger::Level> logLevel(
      "log", llvm::cl::desc("what is logged on standard error"),
      llvm::cl::values(
          clEnumValN(lsp::Logger::Level::Error, "error", "errors"),
          clEnumValN(lsp::Logger::Level::Info, "info", "messages, too"),
          clEnumValN(lsp::Logger::Level::Debug, "verbose", "everything")),
      llvm::cl::init(lsp::Logger::Level::Info));
  llvm::cl::opt<bool> litTest(
      "lit-test", llvm::cl::desc("read and write for tests: messages are "
                                 "separated by '// -----' and indented"));
  llvm::cl::ParseCommandLineOptions(argc, argv, "Relay language server\n");

  lsp::Logger::setLogLevel(logLevel);
  if (litTest)
    lsp::URIForFile::registerSupportedScheme("test");
  (void)llvm::sys::ChangeStdinToBinary();
  lsp::JSONTransport transport(
      std::make_unique<BoundedInput>(litTest ? lsp::JSONStreamStyle::Delimited
                                             : lsp::JSONStreamStyle::Standard),
      llvm::outs(), /*PrettyOutput=*/litTest);
  lsp::MessageHandler handler(transport);
  Server server(handler, registry);
  if (llvm::Error error = transport.run(handler)) {
    lsp::Logger::error("transport error: {0}", error);
    llvm::consumeError(std::move(error));
    return failure();
  }
  return success(server.isShutDown());
}
