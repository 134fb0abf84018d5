import Mutation

/// The mutants that change nothing that a document speaks of. An entry that no longer fits a place fails the run, and so
/// does one whose mutants are all noticed.
let ledger = Ledger([])
