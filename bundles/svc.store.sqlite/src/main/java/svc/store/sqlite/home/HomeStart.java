package svc.store.sqlite.home;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * The result of comparing the database with its twin file at a start.
 *
 * <p>A start writes the twin first and the database second. A running server writes the twin at its first commit, every
 * second with commits, and when it stops. If the twin is ahead of the database and no start was interrupted, the twin
 * was written later than the database. The database is then a restored copy.
 *
 * @param finding the result of the comparison
 * @param next the mark of the run that begins
 */
record HomeStart(Finding finding, HomeMark next) {

    /** The result of the comparison. */
    enum Finding {
        /** A new home, or a home of a release without a twin. */
        ADOPTED,
        /** The database is unchanged since the last run. */
        CONTINUED,
        /** The last start ended after it wrote the twin and before it wrote the database. */
        INTERRUPTED,
        /** The database is older or newer than its twin. */
        RESTORED,
        /** The database has been in use, and its twin is missing or belongs to another home. */
        TWIN_LOST,
        /** The database is that of a backup, and the other steps of its restore are due. */
        BACKUP;

        /** Returns whether clients may know changes that this database does not have. */
        boolean restored() {
            return this == RESTORED || this == TWIN_LOST || this == BACKUP;
        }
    }

    /**
     * Compares the database with its twin.
     *
     * @param database the mark in the database
     * @param twin the mark in the twin file, if there is one
     * @param seconds the time in seconds since 1970, which is above the generation of any earlier restore
     * @param fresh creates an id for a home without one
     */
    static HomeStart of(HomeMark database, Optional<HomeMark> twin, long seconds, Supplier<String> fresh) {
        boolean known = !database.id().isEmpty();
        Optional<HomeMark> own = twin.filter(mark -> !known || mark.id().equals(database.id()));
        if (own.isEmpty()) {
            return known
                    ? restored(Finding.TWIN_LOST, database, database, seconds)
                    : new HomeStart(Finding.ADOPTED, new HomeMark(fresh.get(), 1, database.commits()));
        }
        HomeMark last = own.get();
        if (database.generation() == last.generation() && database.commits() >= last.commits()) {
            return new HomeStart(Finding.CONTINUED, new HomeMark(last.id(), last.generation() + 1, database.commits()));
        }
        if (database.generation() == last.generation() - 1 && database.commits() == last.commits()) {
            return new HomeStart(
                    Finding.INTERRUPTED, new HomeMark(last.id(), last.generation() + 1, database.commits()));
        }
        return restored(Finding.RESTORED, database, last, seconds);
    }

    /** Returns the result for a database that a backup was restored to. Its twin may belong to a home that was replaced. */
    static HomeStart ofBackup(HomeMark database, Optional<HomeMark> twin, long seconds, Supplier<String> fresh) {
        String id = database.id().isEmpty() ? fresh.get() : database.id();
        HomeMark named = new HomeMark(id, database.generation(), database.commits());
        return restored(
                Finding.BACKUP, named, twin.filter(mark -> mark.id().equals(id)).orElse(named), seconds);
    }

    /**
     * Returns the result for a restored database. The counters continue above both marks, so that no other copy has the
     * same mark.
     */
    private static HomeStart restored(Finding finding, HomeMark database, HomeMark last, long seconds) {
        long newest = Math.max(database.generation(), last.generation());
        return new HomeStart(
                finding,
                new HomeMark(
                        last.id(), Math.max(newest + 1, seconds), Math.max(database.commits(), last.commits()) + 1));
    }
}
