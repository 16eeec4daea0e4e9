package svc.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.store.Facets;
import svc.api.store.StoreException;
import svc.store.sqlite.sql.Fixture;

/** A database file that is removed or replaced under a running store. */
class LostFileTest {

    @TempDir
    Path directory;

    private interface Act {
        void on(Path file) throws Exception;
    }

    private void changesAreRefusedAfter(Act act, String word, Consumer<Fixture> then) throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            fixture.store().write(fixture.scope(), tx -> tx.logCreated("Foo", Facets.ALL));
            assertThat(status(fixture)).isEqualTo(Finding.Status.OK);
            act.on(fixture.file());
            assertThatThrownBy(() -> fixture.store().write(fixture.scope(), tx -> tx.logCreated("Foo", Facets.ALL)))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(word)
                    .hasMessageContaining("restore the database file");
            assertThat(status(fixture)).isEqualTo(Finding.Status.FAIL);
            then.accept(fixture);
        }
    }

    private static Finding.Status status(Fixture fixture) {
        return new HomeHealth(fixture.store()).run().get(0).status();
    }

    @Test
    void acknowledgesNoChangeAfterTheFileWasRemoved() throws Exception {
        changesAreRefusedAfter(Files::delete, "was removed", fixture -> {});
    }

    @Test
    void acknowledgesNoChangeAfterTheFileWasReplaced() throws Exception {
        changesAreRefusedAfter(
                file -> {
                    Path copy = Files.copy(file, directory.resolve("copy.db"));
                    Files.move(file, directory.resolve("away.db"));
                    Files.move(copy, file);
                },
                "was replaced",
                fixture -> {});
    }

    @Test
    void continuesWhenTheSameFileIsRestored() throws Exception {
        changesAreRefusedAfter(file -> Files.move(file, directory.resolve("away.db")), "was removed", fixture -> {
            try {
                Files.move(directory.resolve("away.db"), fixture.file());
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
            assertThat(fixture.store().<Long>write(fixture.scope(), tx -> tx.logCreated("Foo", Facets.ALL)))
                    .isEqualTo(2);
        });
    }
}
