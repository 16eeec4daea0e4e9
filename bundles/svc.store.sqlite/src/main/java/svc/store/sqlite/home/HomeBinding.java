package svc.store.sqlite.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.restore.RestoreStep;
import svc.api.time.Clock;
import svc.store.sqlite.schema.DatabaseFile;
import svc.store.sqlite.schema.SchemaException;
import svc.store.sqlite.sql.StatementCache;

/**
 * Verifies that the database, the blobs and the search index belong to the same home. It refuses a start with a missing
 * database or with the blobs of another home. After a restore of the database it gives every account a new epoch.
 */
public final class HomeBinding {

    private static final Logger LOG = LoggerFactory.getLogger(HomeBinding.class);
    private static final int ID_BYTES = 16;

    private final DatabaseFile file;
    private final HomeFolder blobs;
    private final HomeFolder search;
    private final HomeTwin twin;
    private final Path restore;
    private final Clock clock;

    public HomeBinding(Path home, Path database, Clock clock) {
        this.file = new DatabaseFile(database);
        this.blobs = new HomeFolder(home.resolve("data").resolve("blobs"));
        this.search = new HomeFolder(home.resolve("data").resolve("search"));
        this.twin = HomeTwin.of(home);
        this.restore = home.resolve(RestoreStep.MARKER);
        this.clock = clock;
    }

    public HomeTwin twin() {
        return twin;
    }

    /** Refuses a missing or empty database next to existing blobs or a search index. It runs before the migrations. */
    public void refuseLostDatabase() {
        try {
            boolean missing = !Files.exists(file.path());
            if (!missing && (!Files.isRegularFile(file.path()) || Files.size(file.path()) > 0)) {
                return;
            }
            for (HomeFolder folder : List.of(blobs, search)) {
                if (folder.holdsData()) {
                    throw new SchemaException(
                            "The database " + file.path() + (missing ? " is missing" : " is empty (0 bytes)") + ", but "
                                    + folder.path() + " holds data.",
                            "Check that the right disk is mounted and restore the database from a backup; to start with an"
                                    + " empty server instead, move " + blobs.path() + " and " + search.path()
                                    + " away.");
                }
            }
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /**
     * Compares the database with its twin file ({@link HomeTwin}) and raises the generation. It runs after the
     * migrations and before the store opens.
     */
    public void begin() {
        try {
            HomeStart start = file.change(this::begun);
            blobs.mark(start.next().id());
            log(start.finding());
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private HomeStart begun(StatementCache db) throws IOException {
        HomeMark mark = db.list(HomeRow.SELECT, HomeRow::of).get(0).mark();
        refuseForeignBlobs(mark);
        Optional<HomeMark> last = twin.read(mark.id());
        long now = clock.now().getEpochSecond();
        HomeStart start = Files.exists(restore)
                ? HomeStart.ofBackup(mark, last, now, this::freshId)
                : HomeStart.of(mark, last, now, this::freshId);
        twin.write(start.next());
        HomeRow.write(db, start);
        return start;
    }

    private void refuseForeignBlobs(HomeMark mark) throws IOException {
        Optional<String> owner = blobs.home();
        boolean foreign =
                !mark.id().isEmpty() && owner.isPresent() && !owner.get().equals(mark.id());
        if (foreign && blobs.holdsData()) {
            throw new SchemaException(
                    "The database " + file.path() + " belongs to another home than the blobs in " + blobs.path() + ".",
                    "Restore the database and the blobs of the same home; if you are sure that they belong together, delete "
                            + blobs.mark() + ".");
        }
    }

    /** Returns the id of the home to which the blobs belong, or a new random id. */
    private String freshId() {
        try {
            Optional<String> owner = blobs.home();
            if (owner.isPresent()) {
                return owner.get();
            }
        } catch (IOException e) {
            throw unusable(e);
        }
        byte[] id = new byte[ID_BYTES];
        new SecureRandom().nextBytes(id);
        return HexFormat.of().formatHex(id);
    }

    private SchemaException unusable(IOException e) {
        return new SchemaException(
                "The folder of the database, " + file.path().getParent()
                        + ", or the folder run/ beside it cannot be used: " + e + ".",
                "Make sure that svc can read and write there, and that the disk has free space.");
    }

    private void log(HomeStart.Finding finding) {
        switch (finding) {
            case RESTORED ->
                LOG.warn(
                        "The database {} was restored from a copy: changes made after the copy are lost. Every client"
                                + " fetches its account again, and the search index is rebuilt.",
                        file.path());
            case TWIN_LOST ->
                LOG.warn(
                        "The file {} is missing or belongs to another home, so the database {} may have been restored from"
                                + " a copy. Every client fetches its account again, and the search index is rebuilt.",
                        twin.files().get(0),
                        file.path());
            case BACKUP ->
                LOG.warn(
                        "A backup was restored to {}: every client fetches its account again, and the search index is"
                                + " rebuilt.",
                        file.path());
            case INTERRUPTED -> LOG.info("The last start was interrupted; no data is lost.");
            case ADOPTED -> LOG.info("The id of the home was stored in the database.");
            case CONTINUED -> LOG.debug("The database is unchanged since the last run");
        }
    }
}
