extension Ledger {
  /// Apollo's page on the normalized cache of its client: kinds of cache and normalization.
  // swift-format-ignore
  static let apolloModel: [LedgerSection] = [
    LedgerSection(.apollo, "", [
      LedgerRow(0xb441b50794d617bb, "an advertisement", .descriptive),
      LedgerRow(0x5b40130d9bf6a2fe, "an advertisement", .descriptive),
    ]),
    LedgerSection(.apollo, "Launch GraphOS Studio", [
      LedgerRow(0x75184d9675199a0a, "navigation", .descriptive),
      LedgerRow(0x4fec4c1d8982675b, "navigation", .descriptive),
    ]),
    LedgerSection(.apollo, "Client-side caching", [
      LedgerRow(0xd0f4fea6288483a9, "more than running queries: garbled", .descriptive),
      LedgerRow(0x08f6d6550436e625, "normalized, and kept up to date",    .rules("normalized.records.shared", "normalized.records.merge", "normalized.mutation.updates-queries")),
      LedgerRow(0xd3421ea9a88f02e4, "consistent everywhere",              .rules("normalized.records.shared")),
    ]),
    LedgerSection(.apollo, "Types of caches", [
      LedgerRow(0xf0d5a63d94967dd8, "a protocol of the product",           .descriptive),
      LedgerRow(0x39cf97dd3c29999b, "what follows: two kinds",             .descriptive),
      LedgerRow(0x76efeceeb1dc73b5, "in memory, the default",              .rules("normalized.memory.default")),
      LedgerRow(0x86d1856122e90717, "nothing outlives the app",            .rules("normalized.memory.not-kept")),
      LedgerRow(0xc967098b07933990, "the library of the SQLite one",       .descriptive),
      LedgerRow(0x8a99e718ad5501e0, "written to a SQLite file",            .rules("normalized.sqlite.kept", "normalized.sqlite.file-is-sqlite", "normalized.remove.stays-removed")),
      LedgerRow(0x7527dcede9cdd3a1, "hits go to disk, and may be slow",    .notTestable("how long a read takes is not judged")),
      LedgerRow(0xeb38fd4f8e729775, "memory does not grow without bounds", .notTestable("how much memory a module takes is not observed")),
      LedgerRow(0x460e2fa410b493f7, "clearing",                            .rules("normalized.clear")),
      LedgerRow(0x97649a26681b793b, "navigation",                          .descriptive),
    ]),
    LedgerSection(.apollo, "In-Memory Cache", in: "Cache Setup", [
      LedgerRow(0x1a39a359fea63d9d, "which library it takes",  .descriptive),
      LedgerRow(0x1405f16edca279e1, "the default",             .rules("normalized.memory.default")),
      LedgerRow(0x2d55112efc7a10ae, "pass nothing",            .rules("normalized.memory.default")),
      LedgerRow(0x35a7caa32d0c0072, "what follows: code",      .descriptive),
      LedgerRow(0xa1c7f8a9699d5d85, "code: a cache in memory", .descriptive),
    ]),
    LedgerSection(.apollo, "SQLite Cache", in: "Cache Setup", [
      LedgerRow(0xe9eacb509630e91e, "which library it takes",          .descriptive),
      LedgerRow(0x198bf6a5fabd9264, "what follows: steps",             .descriptive),
      LedgerRow(0x3f5709f34980f376, "a file",                          .descriptive),
      LedgerRow(0xa83e3ae4ed8ebf90, "a cache on that file",            .rules("normalized.sqlite.kept", "normalized.sqlite.file-is-sqlite")),
      LedgerRow(0xa321de9855080751, "a store on that cache",           .descriptive),
      LedgerRow(0xcc1da1013c3b4ec5, "a client on that store",          .descriptive),
      LedgerRow(0xcab63686757957eb, "code: a client on a SQLite file", .rules("normalized.sqlite.kept")),
    ]),
    LedgerSection(.apollo, "Controlling normalization", [
      LedgerRow(0x638bb58ae940d730, "no ids, no objects in common",             .rules("normalized.records.by-path", "normalized.records.shared")),
      LedgerRow(0x51d9ba0373270eec, "what it is called",                        .descriptive),
      LedgerRow(0x4bc86ad2352e901a, "where it is explained",                    .descriptive),
      LedgerRow(0x6651baf582e0cb30, "by path",                                  .rules("normalized.records.by-path")),
      LedgerRow(0xaffd185e2a7248bc, "the function decides",                     .rules("normalized.records.id-function", "normalized.records.shared")),
      LedgerRow(0xd56c1434772921b7, "code: the function",                       .rules("normalized.records.id-function")),
      LedgerRow(0xcc87eef06c0781e2, "when keys are not enough",                 .rules("normalized.mutation.create-leaves-lists", "normalized.records.partial-ids")),
      LedgerRow(0x34537fc811348012, "new items of lists, objects without keys", .rules("normalized.mutation.create-leaves-lists", "normalized.records.partial-ids")),
    ]),
    LedgerSection(.apollo, "Cache normalization concepts", [
      LedgerRow(0xdff6750ae9e92f5e, "what follows: updates by hand", .descriptive),
      LedgerRow(0x9c8b214ac0c079d9, "a query, or an object",         .descriptive),
    ]),
    LedgerSection(.apollo, "Manual Scenario A", in: "Cache normalization concepts", [
      LedgerRow(0x3d15dbdaf1948d4b, "change an object by its key",  .rules("normalized.update.object", "normalized.records.id-function")),
      LedgerRow(0xbd8fab74a787dce9, "every query shows it",         .rules("normalized.update.object", "normalized.mutation.updates-queries")),
      LedgerRow(0x67f97c9d3c824d6d, "but no list has a new object", .rules("normalized.update.object", "normalized.mutation.create-leaves-lists")),
      LedgerRow(0xb4dbfcf66806d451, "navigation",                   .descriptive),
    ]),
    LedgerSection(.apollo, "Manual Scenario B", in: "Cache normalization concepts", [
      LedgerRow(0x377183d5a718fdff, "a mutation makes an object",    .descriptive),
      LedgerRow(0x0e8dc39308f50dfe, "a list that should contain it", .rules("normalized.mutation.create-leaves-lists")),
      LedgerRow(0xe063b384526709c6, "types that differ",             .notTestable("the types of one generator's code, which the operations of the specification do not have")),
      LedgerRow(0xb738fd94d000ceef, "convert between types",         .advice),
      LedgerRow(0x8737d15786a4417e, "or fetch the list again",       .rules("normalized.mutation.create-leaves-lists")),
      LedgerRow(0x2d1abb9766a22ad9, "what follows: no work by hand", .descriptive),
      LedgerRow(0x40a76d01938e1d79, "fragments with ids",            .rules("normalized.fragment.updates-queries", "normalized.mutation.updates-queries", "normalized.records.merge")),
      LedgerRow(0x8f9e768f24da46f8, "plan schemas for it",           .advice),
    ]),
  ]
}
