package svc.backup.deferred;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.backup.format.FileEntry;
import svc.backup.read.FileList;

/** The table of the files of blobs that a restore has left in the backup. Thread-safe. */
public final class DeferredFileRows {

    private static final int PORTION = 400;

    private static final String INSERT =
            "INSERT INTO deferred_file (path, bytes) VALUES (?, ?) ON CONFLICT (path) DO NOTHING";
    private static final String FIND = "SELECT bytes FROM deferred_file WHERE path = ?";
    private static final String REMOVE = "DELETE FROM deferred_file WHERE path = ?";
    private static final String REMOVE_SOME = "DELETE FROM deferred_file WHERE path IN"
            + " (SELECT path FROM deferred_file ORDER BY path LIMIT " + PORTION + ")";
    private static final String SOME = "SELECT path FROM deferred_file WHERE path > ? ORDER BY path LIMIT " + PORTION;
    private static final String LEFT = "SELECT count(*), sum(bytes) FROM deferred_file HAVING count(*) > 0";
    private static final String SAVE_SOURCE = "INSERT INTO deferred_source (n, target, run) VALUES (1, ?, ?)"
            + " ON CONFLICT (n) DO UPDATE SET target = excluded.target, run = excluded.run";
    private static final String SOURCE = "SELECT target, run FROM deferred_source";
    private static final String REMOVE_SOURCE = "DELETE FROM deferred_source";

    private final Store store;

    public DeferredFileRows(Store store) {
        this.store = store;
    }

    /** The backup that has the files. */
    public record Source(String target, String run) {}

    /** What is still to be fetched. */
    public record Left(long files, long bytes) {}

    /** Adds the deferrable files of a run in portions, and then its source. An interrupted call can be repeated. */
    public void load(FileList files, Source source) throws IOException {
        List<List<Object>> portion = new ArrayList<>();
        for (Optional<FileEntry> next = files.next(); next.isPresent(); next = files.next()) {
            FileEntry entry = next.get();
            BlobPath.of(entry).ifPresent(path -> portion.add(List.of(path.text(), entry.size())));
            if (portion.size() == PORTION) {
                add(portion);
                portion.clear();
            }
        }
        if (!portion.isEmpty()) {
            add(portion);
        }
        update("svc.backup: the deferred files are known", SAVE_SOURCE, source.target(), source.run());
    }

    private void add(List<List<Object>> portion) {
        List<List<Object>> added = List.copyOf(portion);
        store.write(
                Scope.system(),
                TransactionCallback.named(
                        "svc.backup: add deferred files", tx -> tx.sql().insert(INSERT, added)));
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

    /** Removes all files, in portions. */
    public void removeAll() {
        while (left().isPresent()) {
            update("svc.backup: deferred files are given up", REMOVE_SOME);
        }
    }

    /** Returns the next paths after a path, in their order; empty at the end. */
    public List<String> after(String path) {
        return store.read(
                Scope.system(), snapshot -> snapshot.sql().select(SOME, row -> requireNonNull(row.getString(1)), path));
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
