package svc.store.sqlite.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.engine.ScopeKey;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/** A store that runs every write twice and undoes the first run. */
@SuppressWarnings("NullAway.Init") // opened before each test
final class RepeatedCallbacksTest {

    @TempDir
    private Path directory;

    private SqliteStore store;
    private Scope scope;

    @BeforeEach
    void open() {
        MigratedDatabase database = new MigratedDatabase(MigratedDatabaseFixture.in(directory, SqliteStore.class));
        store = SqliteStore.of(database, new SettableWallClock(), true);
        scope = Scope.account(new ScopeKey(), store.write(Scope.system(), tx -> tx.createAccount("example", "alice")));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void theFirstRunOfAWriteIsUndone() {
        List<Long> created = new ArrayList<>();
        List<String> afterCommit = new ArrayList<>();
        store.write(scope, tx -> {
            assertThat(tx.scan("Foo", 0, 10)).isEmpty();
            created.add(tx.logCreated("Foo", Facets.ALL));
            tx.put("Foo", created.get(0), new byte[] {(byte) created.size()});
            int run = created.size();
            tx.afterCommit(() -> afterCommit.add("run " + run));
            return true;
        });
        assertThat(created).as("the numbers of both runs").hasSize(2).containsOnly(created.get(0));
        assertThat(afterCommit).containsExactly("run 2");
        assertThat(store.<Long>read(scope, snapshot -> snapshot.state("Foo").sequence()))
                .isEqualTo(created.get(0));
        assertThat(store.<Byte>read(
                        scope, snapshot -> snapshot.scan("Foo", 0, 10).get(0).bytes()[0]))
                .isEqualTo((byte) 2);
    }

    @Test
    void aWriteThatFailsIsNotRepeated() {
        AtomicInteger runs = new AtomicInteger();
        assertThatThrownBy(() -> store.write(scope, tx -> {
                    runs.incrementAndGet();
                    throw new IllegalArgumentException("refused");
                }))
                .hasMessage("refused");
        assertThat(runs).hasValue(1);
    }

    @Test
    void everySliceOfABackgroundTaskIsRepeated() {
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger committed = new AtomicInteger();
        assertThat(store.schedule(scope, (tx, pace) -> {
                            runs.incrementAndGet();
                            tx.afterCommit(committed::incrementAndGet);
                            return committed.get() < 2;
                        })
                        .await(Duration.ofSeconds(20)))
                .isTrue();
        assertThat(committed).hasValue(3);
        assertThat(runs).hasValue(6);
    }
}
