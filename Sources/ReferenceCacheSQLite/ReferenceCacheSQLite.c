// SwiftPM builds a C target from at least one source file; the functions themselves are in the shared library.
#include "ReferenceCacheSQLite.h"
