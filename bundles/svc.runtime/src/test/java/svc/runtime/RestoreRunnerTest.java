package svc.runtime;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.job.JobHandler;
import svc.api.lifecycle.StartupException;
import svc.api.restore.RestoreStep;
import svc.api.restore.RestoredBackup;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;
import svc.json.JacksonJson;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/** The completion of a restore at the first start. */
final class RestoreRunnerTest {

    private static final String MARKER = "{\"run\":\"2026-11-27T00-1\",\"takenAt\":\"2026-11-27T00:00:00Z\","
            + "\"options\":[\"revoke-app-passwords\"],\"erased\":[\"a7\",\"a9\"]}";

    @TempDir
    private Path home;

    private final List<String> done = new ArrayList<>();
    private final Step auth = new Step("auth");
    private final Step zoo = new Step("zoo");
    private Path marker;
    private SqliteStore store;

    private final class Step implements RestoreStep {

        private final String namespace;
        private int portions = 1;
        private boolean fails;
        private @Nullable RestoredBackup backup;

        Step(String namespace) {
            this.namespace = namespace;
        }

        @Override
        public String namespace() {
            return namespace;
        }

        @Override
        public boolean change(RestoredBackup of, Transaction tx, Pace pace) {
            backup = of;
            done.add(namespace);
            portions--;
            return portions > 0;
        }

        @Override
        public void finish(RestoredBackup of) {
            if (fails) {
                throw new IllegalStateException("the disk is full");
            }
            done.add(namespace + " finished");
        }
    }

    private final class Erasure implements JobHandler {
        @Override
        public String name() {
            return "erasure";
        }

        @Override
        public void run(String subject, Progress progress) {
            assertThat(marker).exists();
            done.add("erase " + subject);
        }
    }

    @BeforeEach
    void open() throws IOException {
        Files.createDirectories(home.resolve("data"));
        marker = home.resolve(RestoreStep.MARKER);
        store = SqliteStore.of(
                new MigratedDatabase(MigratedDatabaseFixture.in(home.resolve("data"), SqliteStore.class)),
                new SettableWallClock(),
                false);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private String start() {
        return RestoreRunner.of(home, new JacksonJson(), store, List.of(zoo, auth), List.of(new Erasure()))
                .call();
    }

    @Test
    void stepsRunOnceBeforeTheServerIsReady() throws IOException {
        Files.writeString(marker, MARKER);
        auth.portions = 3;
        assertThat(start()).contains("2026-11-27T00-1", "was restored");
        assertThat(done)
                .containsExactly(
                        "auth", "auth", "auth", "auth finished", "zoo", "zoo finished", "erase a7", "erase a9");
        assertThat(marker).doesNotExist();
        RestoredBackup backup = requireNonNull(auth.backup);
        assertThat(backup.takenAt()).isEqualTo(Instant.parse("2026-11-27T00:00:00Z"));
        assertThat(backup.has(RestoredBackup.REVOKE_APP_PASSWORDS)).isTrue();
        done.clear();
        assertThat(start()).isEmpty();
        assertThat(done).isEmpty();
    }

    @Test
    void failedStepPreventsTheStartAndIsRepeated() throws IOException {
        Files.writeString(marker, MARKER);
        zoo.fails = true;
        assertThatThrownBy(this::start)
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("The step of zoo failed")
                .hasMessageContaining("the disk is full");
        assertThat(marker).exists();
        assertThat(done).doesNotContain("erase a7");
        zoo.fails = false;
        done.clear();
        assertThat(start()).isNotEmpty();
        assertThat(done).contains("auth", "auth finished", "zoo finished", "erase a9");
    }

    @Test
    void damagedFilePreventsTheStart() throws IOException {
        for (String text : List.of("", "{}", "{\"run\":\"1\",\"takenAt\":\"yesterday\"}")) {
            Files.writeString(marker, text);
            assertThatThrownBy(this::start).isInstanceOf(StartupException.class).hasMessageContaining("cannot be read");
        }
        assertThat(done).isEmpty();
    }
}
