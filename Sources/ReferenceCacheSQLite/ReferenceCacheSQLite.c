#include "ReferenceCacheSQLite.h"

// SQLite's stable C interface, as in the header.
#define SQLITE_DBCONFIG_RESET_DATABASE 1009
#define SQLITE_FCNTL_FILE_POINTER 7
#define SQLITE_IOERR_SHORT_READ 522

int sqlite3_db_config(sqlite3 *database, int option, ...);
int sqlite3_exec(sqlite3 *database, const char *sql, int (*row)(void *, int, char **, char **), void *, char **error);
int sqlite3_file_control(sqlite3 *database, const char *schema, int operation, void *result);

typedef struct sqlite3_file sqlite3_file;
// The first of its functions.
struct sqlite3_io_methods {
  int version;
  int (*close)(sqlite3_file *);
  int (*read)(sqlite3_file *, void *, int count, sqlite3_int64 offset);
  int (*write)(sqlite3_file *, const void *, int count, sqlite3_int64 offset);
  int (*truncate)(sqlite3_file *, sqlite3_int64 size);
  int (*sync)(sqlite3_file *, int flags);
  int (*size)(sqlite3_file *, sqlite3_int64 *size);
};
struct sqlite3_file {
  const struct sqlite3_io_methods *methods;
};

int csqlite_empty_database(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_RESET_DATABASE, 1, (int *)0);
  if (code == CSQLITE_OK) code = sqlite3_exec(database, "VACUUM", 0, 0, 0);
  sqlite3_db_config(database, SQLITE_DBCONFIG_RESET_DATABASE, 0, (int *)0);
  return code;
}

static sqlite3_file *open_file(sqlite3 *database) {
  sqlite3_file *file = 0;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != CSQLITE_OK) return 0;
  return file != 0 && file->methods != 0 ? file : 0;
}

sqlite3_int64 csqlite_file_size(sqlite3 *database) {
  sqlite3_file *file = open_file(database);
  sqlite3_int64 size = 0;
  return file != 0 && file->methods->size(file, &size) == CSQLITE_OK ? size : -1;
}

int csqlite_read_file(sqlite3 *database, void *bytes, int count, sqlite3_int64 offset) {
  sqlite3_file *file = open_file(database);
  if (file == 0) return CSQLITE_CANTOPEN;
  int code = file->methods->read(file, bytes, count, offset);
  return code == SQLITE_IOERR_SHORT_READ ? CSQLITE_OK : code;
}
