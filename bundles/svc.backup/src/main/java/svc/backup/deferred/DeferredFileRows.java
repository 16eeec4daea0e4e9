package svc.backup.deferred;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;

/** The table of the files of blobs that a restore has left in the backup. Thread-safe. */
public final class DeferredFileRows {

    private static final String INSERT =
            "INSERT INTO deferred_file (path, bytes) VALUES (?, ?) ON CONFLICT (path) DO NOTHING";
    private static final String FIND = "SELECT bytes FROM deferred_file WHERE path = ?";
    private static final String REMOVE = "DELETE FROM deferred_file WHERE path = ?";
    private static final String SOME = "SELECT path FROM deferred_file WHERE path > ? ORDER BY path LIMIT ?";
    private static final String LEFT = "SELECT count(*), sum(bytes) FROM deferred_file HAVING count(*) > 0";
    private static final String SAVE_SOURCE = "INSERT INTO deferred_source (n, target, run) VALUES (1, ?, ?)"
            + " ON CONFLICT (n) DO UPDATE SET target = excluded.target, run = excluded.run";
    private static final String SOURCE = "SELECT target, run FROM deferred_source";
    private static final String REMOVE_SOURCE = "DELETE FROM deferred_source";

    private final Store store;

    public DeferredFileRows(Store store) {
        this.store = store;
    }

    /** A file, with its path below the folder {@code data}. */
    public record File(String path, long bytes) {}

    /** The backup that has the files. */
    public record Source(String target, String run) {}

    /** What is still to be fetched. */
    public record Left(long files, long bytes) {}

    public void add(List<File> files) {
        List<List<Object>> added = files.stream()
                .map(file -> List.<Object>of(file.path(), file.bytes()))
                .toList();
        if (!added.isEmpty()) {
            store.write(
                    Scope.system(),
                    TransactionCallback.named(
                            "svc.backup: add deferred files", tx -> tx.sql().insert(INSERT, added)));
        }
    }

    /** Stores the source, when all files are added. */
    public void complete(Source source) {
        update("svc.backup: the deferred files are known", SAVE_SOURCE, source.target(), source.run());
    }

    /** Returns the source; empty if no restore is incomplete. */
    public Optional<Source> source() {
        return store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .first(
                                SOURCE,
                                row -> new Source(requireNonNull(row.getString(1)), requireNonNull(row.getString(2)))));
    }

    /** Returns the size of a file; empty if it is done. */
    public OptionalLong size(String path) {
        return store.read(Scope.system(), snapshot -> snapshot.sql().first(FIND, row -> row.getLong(1), path))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    public void remove(String path) {
        update("svc.backup: a deferred file is done", REMOVE, path);
    }

    /** Returns the next paths after a path, in their order. */
    public List<String> after(String path, int most) {
        return store.read(
                Scope.system(),
                snapshot -> snapshot.sql().select(SOME, row -> requireNonNull(row.getString(1)), path, most));
    }

    /** Returns what is left; empty if all files are done. */
    public Optional<Left> left() {
        return store.read(
                Scope.system(),
                snapshot -> snapshot.sql().first(LEFT, row -> new Left(row.getLong(1), row.getLong(2))));
    }

    /** Removes the source, when no file is left. */
    public void end() {
        update("svc.backup: all deferred files are done", REMOVE_SOURCE);
    }

    private void update(String name, String statement, Object... arguments) {
        store.write(
                Scope.system(), TransactionCallback.named(name, tx -> tx.sql().update(statement, arguments)));
    }
}
