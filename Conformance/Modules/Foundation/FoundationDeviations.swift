import CacheConformance

/// Where Foundation is known to break the rules.
let foundationDeviations: [KnownDeviation] = []
