// Every file here uses the modules that ship, and with them the kit, the specification and the reference.
@_exported public import CacheConformanceModules
