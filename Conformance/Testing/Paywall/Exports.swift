// One import gives a test everything that it needs of the chapter.
@_exported public import CacheConformanceTesting
@_exported public import PaywallKit
