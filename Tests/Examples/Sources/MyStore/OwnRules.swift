public import ResponseKit
public import ResponseRules

/// What our own manual promises of the store, beyond the documents.
public let ownRules = Chapter<ResponseAction>(
  name: "acme", title: "Our store",
  topics: [
    Topic("acme.store") {
      Rule(
        "again", .must, "What is stored again replaces what was stored before.",
        from: Citation(Document(name: "Acme", title: "Our store", link: "https://example.com/store"), "Storing")
      ).rows {
        Row {
          Step(.put(.v1, for: RequestMessage("https://example.com/a")))
          Step(.put(.v2, for: RequestMessage("https://example.com/a")))
          Step(.find(RequestMessage("https://example.com/a")), .answers(.v2))
        }
      }
    }
  ])

/// The store, held against the documents and our manual.
public let ourStore = CacheModule(
  "ourstore", summary: "our store", command: "storespec",
  [.responseStore { place, capacity, world in MyStore(capacity, world) }.adding(ownRules)])
