package svc.store.sqlite.writer;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.StorageFullException;
import svc.api.store.StoreException;
import svc.api.store.StoreException.Kind;
import svc.api.store.Transaction.Durable;
import svc.api.time.Clock;
import svc.store.sqlite.changelog.GroupStates;
import svc.store.sqlite.changelog.TypeNumbers;
import svc.store.sqlite.disk.DatabaseSize;
import svc.store.sqlite.home.OpenedFile;
import svc.store.sqlite.sql.SqlTemplateCache;
import svc.store.sqlite.sql.SqliteErrors;
import svc.store.sqlite.sql.StatementCache;

/**
 * Writes that share one commit. Each write has its own savepoint. If a write fails, the other writes are still
 * committed.
 */
public final class CommitGroup {

    private static final Logger LOG = LoggerFactory.getLogger(CommitGroup.class);
    private static final int BUSY = 5;
    private static final String SPARING =
            "The disk is full: only changes that destroy or update objects are stored until there is free space.";
    private static final Duration BUSY_PATIENCE = Duration.ofSeconds(30);

    private final StatementCache db;
    private final SqlTemplateCache texts;
    private final TypeNumbers types;
    private final Clock clock;
    private final UnitTimes unitTimes;
    private final boolean sparing;
    private final boolean twice;
    private final List<QueuedWrite<?>> units = new ArrayList<>();
    private final GroupStates heads = new GroupStates();
    private boolean lost;
    private boolean committed;
    private boolean kept;
    private long before;
    private long pages;

    /** The processor time of the thread at the end of the previous write. */
    private long cpuBefore = UnitTimes.cpu();

    /**
     * Creates an empty group.
     *
     * @param sparing whether writes that create objects fail because the disk is full
     * @param twice whether each write runs twice, the first time in vain
     */
    CommitGroup(
            StatementCache db,
            SqlTemplateCache texts,
            TypeNumbers types,
            Clock clock,
            UnitTimes unitTimes,
            boolean sparing,
            boolean twice) {
        this.db = db;
        this.texts = texts;
        this.types = types;
        this.clock = clock;
        this.unitTimes = unitTimes;
        this.sparing = sparing;
        this.twice = twice;
    }

    int size() {
        return units.size();
    }

    /** Returns whether SQLite has rolled back the transaction, so that no further write can join this group. */
    boolean lost() {
        return lost;
    }

    /** Runs a write in this group; the first write begins the transaction. */
    void run(QueuedWrite<?> unit) {
        units.add(unit);
        long began = clock.nanos();
        try {
            if (units.size() == 1) {
                begin();
            }
            inSavepoint(unit);
        } catch (SQLException e) {
            abort(SqliteErrors.of(e));
        }
        long now = UnitTimes.cpu();
        unitTimes.add(unit.name(), clock.nanos() - began, now - cpuBefore);
        cpuBefore = now;
    }

    /**
     * Begins the transaction. Retries for some time, because another program or the migration of a new bundle may hold
     * the lock.
     */
    private void begin() throws SQLException {
        long began = clock.nanos();
        while (true) {
            try {
                db.run("BEGIN IMMEDIATE");
                before = changes();
                return;
            } catch (SQLException e) {
                if ((e.getErrorCode() & 0xff) != BUSY || clock.nanos() - began > BUSY_PATIENCE.toNanos()) {
                    throw e;
                }
            }
        }
    }

    private void inSavepoint(QueuedWrite<?> unit) throws SQLException {
        db.run("SAVEPOINT unit");
        if (twice) {
            attempt(unit, false);
        }
        if (!unit.failed()) {
            attempt(unit, true);
        }
        db.run("RELEASE unit");
    }

    /** Runs a write once, and undoes it unless its changes are kept. */
    private void attempt(QueuedWrite<?> unit, boolean kept) throws SQLException {
        try (WriteContext write = new WriteContext(db, texts, types, heads, unit.scopes())) {
            run(unit, write);
            if (sparing && write.log().creates()) {
                unit.fail(new StoreException(Kind.FULL, SPARING, null));
            }
            if (kept && !unit.failed()) {
                unit.handOver(write);
            }
        } catch (StoreException noAccount) {
            unit.fail(noAccount);
        }
        if (!kept || unit.failed()) {
            db.run("ROLLBACK TO unit");
        }
    }

    /**
     * Runs a write. An Error in the code of a bundle is passed to the caller of the write and must not end the writer.
     */
    private static void run(QueuedWrite<?> unit, WriteContext write) {
        try {
            unit.run(write);
        } catch (Throwable t) {
            unit.fail(write.lost().map(Throwable.class::cast).orElse(t));
        }
    }

    /** Rolls back the whole group. */
    private void abort(StoreException problem) {
        lost = true;
        units.forEach(unit -> unit.fail(problem));
        try {
            db.run("ROLLBACK");
        } catch (SQLException e) {
            LOG.debug("SQLite had already rolled back: {}", e.getMessage());
        }
    }

    /** Fails every write after a defect of the store: the group was not committed, or its outcome is unknown. */
    void fail(Throwable defect) {
        StoreException problem = new StoreException(Kind.FAILED, "The database could not store the change.", defect);
        units.forEach(unit -> unit.fail(problem));
    }

    /** Fails every write because the database file was removed or replaced. */
    void refuse(String reason) {
        StoreException problem = new StoreException(Kind.FAILED, reason + " " + OpenedFile.REMEDY, null);
        if (!lost && !committed) {
            abort(problem);
        }
        units.forEach(unit -> unit.fail(problem));
    }

    /** Commits the group. Afterwards the changes are on disk, or every write has failed. */
    void commit() {
        if (lost) {
            return;
        }
        try {
            force();
            heads.write(db, types, clock.now());
            boolean changed = changes() != before;
            if (changed) {
                db.change("UPDATE store_home SET commits = commits + 1");
            }
            pages = DatabaseSize.pages(db);
            db.run("COMMIT");
            committed = true;
            kept = changed;
            types.committed(heads.made());
        } catch (SQLException e) {
            abort(SqliteErrors.of(e));
        } catch (StoreException problem) {
            abort(problem);
        }
    }

    /** Forces the data to which the writes refer to the disk, once for all writes. */
    private void force() {
        Set<Durable> required = new LinkedHashSet<>();
        units.stream().filter(unit -> !unit.failed()).forEach(unit -> required.addAll(unit.required()));
        for (Durable data : required) {
            try {
                data.force();
            } catch (IOException e) {
                throw new StoreException(
                        e instanceof StorageFullException ? Kind.FULL : Kind.FAILED,
                        "The data of a change could not be written to the disk: " + e.getMessage(),
                        e);
            }
        }
    }

    /** Returns the number of rows that the connection has changed since it was opened. */
    private long changes() {
        return db.number(0, "SELECT total_changes()");
    }

    /** Returns whether the group changed rows and committed them. */
    public boolean kept() {
        return kept;
    }

    /** Returns the number of pages of the database after the commit; empty if the group was not committed. */
    public OptionalLong pages() {
        return committed ? OptionalLong.of(pages) : OptionalLong.empty();
    }

    public StatementCache db() {
        return db;
    }

    public List<QueuedWrite<?>> units() {
        return units;
    }
}
