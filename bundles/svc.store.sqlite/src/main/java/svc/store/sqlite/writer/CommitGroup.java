package svc.store.sqlite;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.StoreProblem;
import svc.api.time.Clock;

/** Units that share one commit: each in a savepoint of its own, so that one fails alone, and all on the disk together. */
final class CommitGroup {

    private static final Logger LOG = LoggerFactory.getLogger(CommitGroup.class);
    private static final int BUSY = 5;
    private static final Duration BUSY_PATIENCE = Duration.ofSeconds(30);

    private final Statements db;
    private final SqlTexts texts;
    private final TypeNumbers types;
    private final Clock clock;
    private final Slowness slowness;
    private final List<Unit<?>> units = new ArrayList<>();
    private final Heads heads = new Heads();
    private boolean lost;

    CommitGroup(Statements db, SqlTexts texts, TypeNumbers types, Clock clock, Slowness slowness) {
        this.db = db;
        this.texts = texts;
        this.types = types;
        this.clock = clock;
        this.slowness = slowness;
    }

    int size() {
        return units.size();
    }

    /** Whether SQLite has taken the transaction back: nothing more can join. */
    boolean lost() {
        return lost;
    }

    /** Runs a unit in this group; the first one begins the transaction. */
    void run(Unit<?> unit) {
        units.add(unit);
        long began = clock.nanos();
        try {
            if (units.size() == 1) {
                begin();
            }
            inSavepoint(unit);
        } catch (SQLException e) {
            lose(Failures.of(e));
        }
        slowness.judge(unit.name(), Duration.ofNanos(clock.nanos() - began));
    }

    /** Another program, or a migration of a bundle that just arrived, may hold the lock for a while. */
    private void begin() throws SQLException {
        long began = clock.nanos();
        while (true) {
            try {
                db.run("BEGIN IMMEDIATE");
                return;
            } catch (SQLException e) {
                if ((e.getErrorCode() & 0xff) != BUSY || clock.nanos() - began > BUSY_PATIENCE.toNanos()) {
                    throw e;
                }
            }
        }
    }

    private void inSavepoint(Unit<?> unit) throws SQLException {
        db.run("SAVEPOINT unit");
        try (RunningWrite write = new RunningWrite(db, texts, types, heads, unit.scopes())) {
            run(unit, write);
            if (!unit.failed()) {
                unit.handOver(write);
            }
        } catch (StoreProblem noAccount) {
            unit.fail(noAccount);
        }
        if (unit.failed()) {
            db.run("ROLLBACK TO unit");
        }
        db.run("RELEASE unit");
    }

    /** An Error of a bundle's code belongs to its caller, too, and must not end the writer. */
    private static void run(Unit<?> unit, RunningWrite write) {
        try {
            unit.run(write);
        } catch (Throwable t) {
            unit.fail(write.lost().map(Throwable.class::cast).orElse(t));
        }
    }

    /** Nothing of the whole group stays. */
    private void lose(StoreProblem problem) {
        lost = true;
        units.forEach(unit -> unit.fail(problem));
        try {
            db.run("ROLLBACK");
        } catch (SQLException e) {
            LOG.debug("SQLite had rolled back by itself: {}", e.getMessage());
        }
    }

    /** Commits; afterwards what was done is on the disk, or every unit knows that it failed. */
    void commit() {
        if (lost) {
            return;
        }
        try {
            heads.write(db, types, clock.now());
            db.run("COMMIT");
            types.committed(heads.made());
        } catch (SQLException e) {
            lose(Failures.of(e));
        } catch (StoreProblem problem) {
            lose(problem);
        }
    }

    Statements db() {
        return db;
    }

    List<Unit<?>> units() {
        return units;
    }
}
