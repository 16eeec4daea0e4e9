package svc.store.sqlite.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import svc.store.sqlite.sql.Connections;
import svc.store.sqlite.sql.StatementCache;

/**
 * Compares the size of the database at its last commit with the size of its file. SQLite notices that the file of a
 * running server was truncated only when it reads a missing page. Only file attributes are read. Thread-safe.
 */
public final class DatabaseSize {

    private final Path file;
    private final Path log;
    private final long pageSize;
    private volatile long pages;

    /** Creates the comparison with the current size of the database. */
    public DatabaseSize(Connections connections, StatementCache db) {
        this.file = connections.file();
        this.log = connections.log();
        this.pageSize = db.number(0, "PRAGMA page_size");
        this.pages = pages(db);
    }

    /** Returns the number of pages. This is cheap only inside a transaction, because SQLite must lock the database. */
    public static long pages(StatementCache db) {
        return db.number(0, "PRAGMA page_count");
    }

    /** Records the size of the database after a commit. */
    public void committed(long newPages) {
        pages = newPages;
    }

    /**
     * Returns whether the file was truncated. A page that is not yet in the file must be in the write-ahead log;
     * otherwise the file was truncated.
     */
    public boolean isCut() {
        long expected = pages * pageSize;
        try {
            long now = Files.size(file);
            return now == 0 || now + logSize() < expected;
        } catch (IOException e) {
            return false; // OpenedFile reports a missing file.
        }
    }

    private long logSize() throws IOException {
        try {
            return Files.size(log);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }
}
