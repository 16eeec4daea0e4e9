package svc.store.sqlite.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.engine.ScopeKey;
import svc.api.restore.RestoreStep;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.time.Clock;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.store.sqlite.schema.SchemaException;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/** Starts on a home whose files were restored, deleted or exchanged. */
class HomeBindingTest {

    private static final String TYPE = "Foo";

    @TempDir
    Path folder;

    private final SettableWallClock clock = new SettableWallClock();
    private Path home;
    private Path file;

    @BeforeEach
    void makeHome() throws IOException {
        home = folder.resolve("home");
        Files.createDirectories(home.resolve("data"));
        file = MigratedDatabaseFixture.in(home.resolve("data"), SqliteStore.class);
    }

    /**
     * Returns a clock whose alarms never fire, so that the twin is written only at the first commit and at the end.
     */
    static Clock silent(SettableWallClock clock) {
        return new Clock() {
            @Override
            public java.time.Instant now() {
                return clock.now();
            }

            @Override
            public long nanos() {
                return clock.nanos();
            }

            @Override
            public Alarm schedule(Duration delay, Runnable task) {
                return () -> true;
            }
        };
    }

    private SqliteStore started() {
        HomeBinding binding = new HomeBinding(home, file, clock);
        binding.refuseLostDatabase();
        binding.begin();
        return new SqliteStore(new MigratedDatabase(file, binding.twin().files()), silent(clock));
    }

    private record Life(State state, List<Long> numbers) {}

    /** Starts the store, creates objects in the account of Ann, and stops. */
    private Life run(int objects) {
        clock.move(Duration.ofMinutes(1));
        SqliteStore store = started();
        try {
            Scope ann = ann(store);
            List<Long> numbers = Stream.generate(() -> store.write(ann, tx -> tx.logCreated(TYPE, Facets.ALL)))
                    .limit(objects)
                    .toList();
            return new Life(store.read(ann, snapshot -> snapshot.state(TYPE)), numbers);
        } finally {
            store.close();
        }
    }

    static Scope ann(SqliteStore store) {
        return Scope.account(
                new ScopeKey(),
                store.write(
                        Scope.system(),
                        tx -> tx.findAccount("example", "ann").orElseGet(() -> tx.createAccount("example", "ann"))));
    }

    private Optional<?> changes(State since) {
        SqliteStore store = started();
        try {
            return store.read(ann(store), snapshot -> snapshot.changes(TYPE, since, 100));
        } finally {
            store.close();
        }
    }

    private Path copy(String name) throws IOException {
        return Files.copy(file, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }

    private void putBack(Path copy) throws IOException {
        Files.copy(copy, file, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void aRestartKeepsStatesAndNumbers() {
        Life first = run(3);
        assertThat(changes(first.state())).isPresent();
        assertThat(run(1).numbers()).containsExactly(4L);
    }

    @Test
    void anOlderCopyGetsUnusedStatesAndNumbers() throws IOException {
        run(2);
        Path copy = copy("old.db");
        Life lost = run(5);
        putBack(copy);
        Life after = run(5);
        assertThat(after.numbers()).doesNotContainAnyElementsOf(lost.numbers());
        assertThat(after.state().epoch()).isGreaterThan(lost.state().epoch());
        assertThat(changes(lost.state())).isEmpty();
        assertThat(changes(after.state())).isPresent();
    }

    @Test
    void aNewerDatabaseRestoredAfterAnOlderOneGetsNewStates() throws IOException {
        run(2);
        Path old = copy("old.db");
        Life newer = run(5);
        Path kept = copy("newer.db");
        putBack(old);
        Life between = run(50);
        putBack(kept);
        Life last = run(50);
        assertThat(last.numbers()).doesNotContainAnyElementsOf(between.numbers());
        assertThat(changes(newer.state())).isEmpty();
        assertThat(changes(between.state())).isEmpty();
    }

    @Test
    void detectsACopyOfTheSameRunByItsCommits() throws IOException {
        clock.move(Duration.ofMinutes(1));
        SqliteStore store = started();
        Scope ann = ann(store);
        store.write(ann, tx -> tx.logCreated(TYPE, Facets.ALL));
        assertThat(store.overwriteDeleted()).isTrue();
        Path copy = copy("during.db");
        State lost = store.write(ann, tx -> {
            tx.logCreated(TYPE, Facets.ALL);
            return tx.state(TYPE);
        });
        store.close();
        putBack(copy);
        assertThat(changes(lost)).isEmpty();
    }

    @Test
    void detectsARestoredDataFolderByTheTwinInRun() throws IOException {
        run(2);
        Path copy = copy("old.db");
        Path twin = Files.copy(home.resolve("data/svc.twin"), folder.resolve("old.twin"));
        Life lost = run(5);
        putBack(copy);
        Files.copy(twin, home.resolve("data/svc.twin"), StandardCopyOption.REPLACE_EXISTING);
        assertThat(changes(lost.state())).isEmpty();
    }

    @Test
    void aBackupIsARestoreAtEachStartUntilItsStepsAreDone() throws IOException {
        Life first = run(2);
        Path marker = Files.writeString(home.resolve(RestoreStep.MARKER), "{}");
        // The twin alone would say that the database is unchanged.
        Life interrupted = run(1);
        assertThat(interrupted.state().epoch()).isGreaterThan(first.state().epoch());
        Life second = run(1);
        assertThat(second.state().epoch()).isGreaterThan(interrupted.state().epoch());
        Files.delete(marker);
        assertThat(changes(first.state())).isEmpty();
        assertThat(changes(second.state())).isPresent();
    }

    @Test
    void aStartInterruptedBetweenTwinAndDatabaseIsNotARestore() throws IOException {
        Life first = run(2);
        HomeTwin twin = HomeTwin.of(home);
        HomeMark mark = twin.read("").orElseThrow();
        twin.write(new HomeMark(mark.id(), mark.generation() + 1, mark.commits()));
        assertThat(changes(first.state())).isPresent();
    }

    @Test
    void accountsCreatedAfterARestoreHaveNewNumbers() throws IOException {
        run(1);
        Path copy = copy("old.db");
        long lost = enrolled("bob");
        putBack(copy);
        assertThat(enrolled("carl")).isGreaterThan(lost);
    }

    private long enrolled(String name) {
        clock.move(Duration.ofMinutes(1));
        SqliteStore store = started();
        try {
            return store.write(Scope.system(), tx -> tx.createAccount("example", name));
        } finally {
            store.close();
        }
    }

    private void blob() throws IOException {
        Files.createDirectories(home.resolve("data/blobs/t1/a"));
        Files.writeString(home.resolve("data/blobs/t1/a/blob"), "bytes");
    }

    @Test
    void rejectsAMissingDatabaseWithBlobs() throws IOException {
        run(1);
        blob();
        Files.delete(file);
        assertThatThrownBy(this::started)
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("svc.db is missing, but")
                .hasMessageContaining("blobs holds data")
                .hasMessageContaining("restore the database");
        assertThat(file).doesNotExist();
    }

    @Test
    void rejectsAnEmptyDatabaseWithASearchIndex() throws IOException {
        Files.write(file, new byte[0]);
        Files.createDirectories(home.resolve("data/search/index/a1/Email"));
        Files.writeString(home.resolve("data/search/index/a1/Email/segments_1"), "x");
        assertThatThrownBy(this::started)
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("is empty (0 bytes), but")
                .hasMessageContaining("search holds data");
        assertThat(file).isEmptyFile();
    }

    @Test
    void acceptsANewHomeWithEmptyFolders() throws IOException {
        Files.delete(file);
        Files.createDirectories(home.resolve("data/blobs"));
        Files.createDirectories(home.resolve("data/search"));
        Files.writeString(home.resolve("data/search/generation"), "1\n");
        new HomeBinding(home, file, clock).refuseLostDatabase();
    }

    @Test
    void rejectsTheDatabaseOfAnotherHomeWithBlobs() throws IOException {
        run(1);
        Path own = home;
        Path other = folder.resolve("other");
        Files.createDirectories(other.resolve("data"));
        home = other;
        file = MigratedDatabaseFixture.in(other.resolve("data"), SqliteStore.class);
        run(1);
        Path foreign = copy("foreign.db");
        home = own;
        file = own.resolve("data/svc.db");
        blob();
        putBack(foreign);
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(this::started)
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("belongs to another home than the blobs");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }
}
