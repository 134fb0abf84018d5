// The SQLite functions in use, declared by hand: a machine that has a Swift toolchain has the shared library, but
// rarely the header. Names, signatures and constants are SQLite's stable C interface (https://sqlite.org/c3ref).
#ifndef REFERENCE_CACHE_SQLITE_H
#define REFERENCE_CACHE_SQLITE_H

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef long long sqlite3_int64;
typedef void (*sqlite3_destructor_type)(void *);

#define CSQLITE_OK 0
#define CSQLITE_PERM 3
#define CSQLITE_BUSY 5
#define CSQLITE_LOCKED 6
#define CSQLITE_NOMEM 7
#define CSQLITE_READONLY 8
#define CSQLITE_IOERR 10
#define CSQLITE_CORRUPT 11
#define CSQLITE_FULL 13
#define CSQLITE_CANTOPEN 14
#define CSQLITE_TOOBIG 18
#define CSQLITE_NOTADB 26
#define CSQLITE_ROW 100
#define CSQLITE_DONE 101
#define CSQLITE_OPEN_READWRITE 0x2
#define CSQLITE_OPEN_CREATE 0x4
#define CSQLITE_OPEN_FULLMUTEX 0x10000

int sqlite3_open_v2(const char *filename, sqlite3 **database, int flags, const char *vfs);
int sqlite3_close_v2(sqlite3 *database);
int sqlite3_db_readonly(sqlite3 *database, const char *schema);
int sqlite3_busy_timeout(sqlite3 *database, int milliseconds);
int sqlite3_exec(sqlite3 *database, const char *sql, int (*row)(void *, int, char **, char **), void *context,
                 char **message);
int sqlite3_prepare_v2(sqlite3 *database, const char *sql, int length, sqlite3_stmt **statement, const char **tail);
int sqlite3_step(sqlite3_stmt *statement);
int sqlite3_reset(sqlite3_stmt *statement);
int sqlite3_clear_bindings(sqlite3_stmt *statement);
int sqlite3_finalize(sqlite3_stmt *statement);
int sqlite3_bind_blob64(sqlite3_stmt *statement, int index, const void *bytes, unsigned long long count,
                        sqlite3_destructor_type destructor);
int sqlite3_bind_int64(sqlite3_stmt *statement, int index, sqlite3_int64 value);
const void *sqlite3_column_blob(sqlite3_stmt *statement, int column);
int sqlite3_column_bytes(sqlite3_stmt *statement, int column);
sqlite3_int64 sqlite3_column_int64(sqlite3_stmt *statement, int column);
const char *sqlite3_errmsg(sqlite3 *database);
int sqlite3_extended_errcode(sqlite3 *database);

// What SQLite declares with variable arguments, or by pointers to functions, which Swift cannot call.

// Makes the file an empty database, whatever it holds (SQLITE_DBCONFIG_RESET_DATABASE).
int csqlite_empty_database(sqlite3 *database);
// The number of bytes in the file of the main database, by the descriptor that SQLite has, or -1.
sqlite3_int64 csqlite_file_size(sqlite3 *database);
// Reads bytes of that file, by that descriptor. Bytes beyond its end are zero.
int csqlite_read_file(sqlite3 *database, void *bytes, int count, sqlite3_int64 offset);

#endif
