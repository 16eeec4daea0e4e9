package svc.store.sqlite.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.store.sqlite.DatabaseReadiness;
import svc.store.sqlite.operations.FreePagesHealth;
import svc.store.sqlite.schema.DatabaseFile;
import svc.store.sqlite.schema.SchemaFixture;
import svc.store.sqlite.sql.Fixture;
import svc.store.sqlite.writer.SqliteTransaction;

/** Free pages of the database file: returned in portions, reported by the doctor, and removed by a rewrite. */
final class FreePagesTest {

    private static final int OBJECTS = 800;

    @TempDir
    private Path directory;

    @Test
    void aNewHomeReleasesFreePagesInShortUnits() throws Exception {
        Path file = directory.resolve("new.db");
        SchemaFixture.database(file, directory).migrate(List.of(SchemaFixture.core("CREATE TABLE t (x)")));
        assertThat(SchemaFixture.query(file, "PRAGMA auto_vacuum")).containsExactly("2");
    }

    @Test
    void sweepShrinksTheFileInSlicesAndKeepsSomeFreePages() throws Exception {
        Fixture before = Fixture.in(directory);
        before.close();
        new DatabaseFile(before.file()).compact();
        try (Fixture fixture = before.again()) {
            fill(fixture);
            assertThat(fixture.store().overwriteDeleted()).isTrue();
            long full = Files.size(fixture.file());
            destroy(fixture);
            BackgroundTaskHandle job = fixture.store()
                    .schedule(Scope.system(), (tx, pace) -> ((SqliteTransaction) tx).giveBackPages(pace));
            assertThat(job.await(Duration.ofMinutes(1))).isTrue();
            assertThat(fixture.store().overwriteDeleted()).isTrue();
            assertThat(Files.size(fixture.file())).isLessThan(full / 2);
            long free = fixture.store().pool().lend(0, lease -> FreePages.count(lease.db()));
            assertThat(free).isBetween(100L, 400L);
            assertThat(new DatabaseReadiness(fixture.store(), fixture.clock()).unreadiness())
                    .isEmpty();
        }
    }

    @Test
    void compactShrinksAHomeOfAnEarlierRelease() throws Exception {
        Fixture earlier = Fixture.in(directory);
        Path file = earlier.file();
        try (Fixture fixture = earlier) {
            fill(fixture);
            destroy(fixture);
            Finding finding = fixture.store().pool().lend(0, lease -> FreePagesHealth.finding(lease.db(), 1_000_000));
            assertThat(finding.status()).isEqualTo(Finding.Status.WARN);
            assertThat(finding.remedy()).get().asString().contains("svc store compact");
            assertThat(finding.facts()).containsEntry("shrinks", false).containsKey("free_pages");
        }
        long before = Files.size(file);
        new DatabaseFile(file).compact();
        assertThat(Files.size(file)).isLessThan(before / 2);
        assertThat(SchemaFixture.query(file, "PRAGMA auto_vacuum")).containsExactly("2");
        try (Fixture fixture = earlier.again()) {
            Finding finding = fixture.store().pool().lend(0, lease -> FreePagesHealth.finding(lease.db(), 1_000_000));
            assertThat(finding.status()).isEqualTo(Finding.Status.OK);
            int left = fixture.store()
                    .read(fixture.scope(), s -> s.scan("Foo", 0, 5_000).size());
            assertThat(left).isEqualTo(10);
        }
    }

    private static void fill(Fixture fixture) {
        fixture.store().write(fixture.scope(), tx -> {
            for (int i = 0; i < OBJECTS; i++) {
                tx.put("Foo", tx.logCreated("Foo", Facets.ALL), new byte[10_000]);
            }
            return OBJECTS;
        });
    }

    private static void destroy(Fixture fixture) {
        fixture.store().write(fixture.scope(), tx -> {
            tx.remove("Foo", LongStream.rangeClosed(11, OBJECTS).boxed().toList());
            return true;
        });
    }
}
