package svc.store.sqlite;

/**
 * One row of Flyway's history.
 *
 * @param namespace the namespace; for a row that somebody else wrote, the best name there is
 * @param number the namespace's number, the first part of the version; 0 when the row is not one of ours
 * @param version the author's number, the second part of the version; 0 when the row is not one of ours
 * @param script the name of the file
 * @param checksum of the script when it was applied
 * @param success false never happens in a database that only this server wrote
 */
record MigrationApplied(String namespace, int number, int version, String script, int checksum, boolean success) {}
