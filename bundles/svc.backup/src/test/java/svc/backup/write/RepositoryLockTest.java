package svc.backup.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.backup.Fixture;
import svc.backup.ForwardingTarget;
import svc.backup.MemoryTarget;
import svc.backup.format.BackupException;

final class RepositoryLockTest {

    @TempDir
    Path temp;

    private final MemoryTarget target = new MemoryTarget();
    private final Fixture fixture = new Fixture(target);

    private List<String> locks() {
        return target.objects().keySet().stream()
                .filter(name -> name.startsWith("lock/"))
                .toList();
    }

    @Test
    void secondWriterIsRefusedUntilTheFirstEnds() throws IOException {
        try (RepositoryLock first = fixture.lock(false)) {
            assertThatThrownBy(() -> fixture.lock(false))
                    .isInstanceOf(BackupException.class)
                    .hasMessageContaining("test.example.org")
                    .hasMessageContaining("2030-01-01T00:00:00Z");
            first.keep();
            assertThat(RepositoryLock.holder(fixture.repository))
                    .contains(new RepositoryLock.Holder("test.example.org", fixture.clock.now()));
        }
        assertThat(locks()).isEmpty();
        assertThat(RepositoryLock.holder(fixture.repository)).isEmpty();
        fixture.lock(false).close();
    }

    @Test
    void oldLockIsTakenOverAndItsHolderStops() throws IOException {
        RepositoryLock first = fixture.lock(false);
        fixture.clock.leap(Duration.ofHours(25));
        try (RepositoryLock second = fixture.lock(false)) {
            assertThatThrownBy(first::keep).hasMessageContaining("taken over");
            second.keep();
        }
    }

    @Test
    void holderThatKeepsItsLockIsNotOld() throws IOException {
        try (RepositoryLock first = fixture.lock(false)) {
            for (int hour = 0; hour < 30; hour++) {
                fixture.clock.leap(Duration.ofHours(1));
                first.keep();
            }
            assertThatThrownBy(() -> fixture.lock(false)).hasMessageContaining("has the lock");
            assertThat(locks()).hasSize(1);
        }
        assertThat(locks()).isEmpty();
    }

    @Test
    void runWithoutItsLockWritesNoManifest() throws IOException {
        Path file = temp.resolve("home/a");
        Fixture.write(file, Fixture.bytes(1, 100));
        RepositoryLock first = fixture.lock(false);
        try (RepositoryLock second = fixture.lock(true)) {
            assertThatThrownBy(() -> fixture.run(first, fixture.clock, SourceFile.in(temp.resolve("home"), "", true)))
                    .hasMessageContaining("taken over");
            second.keep();
        }
        assertThat(fixture.repository.runs()).isEmpty();
    }

    @Test
    void damagedLockNeedsATakeOver() throws IOException {
        target.objects().put("lock/00000001", new byte[5]);
        assertThatThrownBy(() -> fixture.lock(false)).hasMessageContaining("cannot be read");
        fixture.lock(true).close();
        assertThat(locks()).isEmpty();
    }

    /** The other writer changes the locks after this one has listed them. */
    private Fixture racing(Runnable other) throws IOException {
        return fixture.in(new ForwardingTarget(target) {
            private boolean done;

            @Override
            public Upload create(String name) throws IOException {
                if (!done) {
                    done = true;
                    other.run();
                }
                return super.create(name);
            }
        });
    }

    @Test
    void onlyOneOfTwoWritersGetsANumber() throws IOException {
        Fixture racing = racing(() -> target.objects().put("lock/00000001", new byte[5]));
        assertThatThrownBy(() -> racing.lock(false)).hasMessageContaining("just taken");
        assertThat(target.objects().get("lock/00000001")).hasSize(5);
    }

    @Test
    void writerStopsIfAnotherOneBeganAfterTheHolderEnded() throws IOException {
        target.objects().put("lock/00000007", new byte[5]);
        Fixture racing = racing(() -> {
            target.objects().remove("lock/00000007");
            target.objects().put("lock/00000001", new byte[5]);
        });
        assertThatThrownBy(() -> racing.lock(true)).hasMessageContaining("at the same time");
        assertThat(locks()).containsExactly("lock/00000001");
    }
}
