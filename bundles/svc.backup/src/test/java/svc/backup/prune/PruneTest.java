package svc.backup.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.backup.Fixture;
import svc.backup.MemoryTarget;
import svc.backup.format.BackupException;
import svc.backup.write.SourceFile;

final class PruneTest {

    private static final Retention NEWEST = new Retention(1, 0, 0, 0);

    @TempDir
    Path temp;

    private final MemoryTarget target = new MemoryTarget();
    private final Fixture fixture = new Fixture(target);

    private String run(String name, long seed, int length) throws IOException {
        Fixture.write(temp.resolve("home").resolve(name), Fixture.bytes(seed, length));
        fixture.clock.leap(Duration.ofHours(1));
        return fixture.run(SourceFile.in(temp.resolve("home"), "", true)).id();
    }

    private long packBytes() {
        return target.objects().entrySet().stream()
                .filter(object -> object.getKey().startsWith("packs/"))
                .mapToLong(object -> object.getValue().length)
                .sum();
    }

    @Test
    void marksFirstAndRemovesADayLater() throws IOException {
        run("a", 1, 200_000);
        String second = run("a", 2, 200_000);
        assertThat(fixture.prune(NEWEST)).isEqualTo(new Prune.Result(0, 0, 1, 1));
        assertThat(fixture.repository.runs()).hasSize(2);
        fixture.clock.leap(Duration.ofHours(23));
        assertThat(fixture.prune(NEWEST)).isEqualTo(new Prune.Result(0, 0, 0, 0));
        fixture.clock.leap(Duration.ofHours(2));
        assertThat(fixture.prune(NEWEST)).isEqualTo(new Prune.Result(1, 1, 0, 0));
        assertThat(fixture.repository.runs()).containsExactly(second);
        assertThat(packBytes()).isLessThan(202_000);
        assertThat(target.objects().keySet()).noneMatch(name -> name.startsWith("prune/"));
        assertThat(fixture.verify().problems()).isEmpty();
        assertThat(fixture.prune(NEWEST)).isEqualTo(new Prune.Result(0, 0, 0, 0));
    }

    @Test
    void packOfWhichLessThanHalfIsNeededIsRewritten() throws IOException {
        Fixture.write(temp.resolve("home/kept"), Fixture.bytes(5, 50_000));
        run("a", 1, 200_000);
        String second = run("a", 2, 200_000);
        assertThat(fixture.prune(NEWEST).packsMarked()).isEqualTo(1);
        fixture.clock.leap(Duration.ofDays(2));
        fixture.prune(NEWEST);
        assertThat(packBytes()).isBetween(250_000L, 254_000L);
        assertThat(fixture.restore(second, temp.resolve("restored"))).isEqualTo(Fixture.contents(temp.resolve("home")));
    }

    @Test
    void packWithAMarkThatANewRunNeedsIsKept() throws IOException {
        run("a", 1, 200_000);
        run("a", 2, 200_000);
        assertThat(fixture.prune(NEWEST).packsMarked()).isEqualTo(1);
        String third = run("a", 1, 200_000); // The content of the first run again.
        fixture.clock.leap(Duration.ofDays(2));
        fixture.prune(NEWEST);
        fixture.clock.leap(Duration.ofDays(2));
        fixture.prune(NEWEST);
        assertThat(fixture.verify().problems()).isEmpty();
        assertThat(fixture.restore(third, temp.resolve("restored"))).isEqualTo(Fixture.contents(temp.resolve("home")));
        assertThat(fixture.repository.runs()).containsExactly(third);
    }

    @Test
    void packWithoutAnIndexIsRemovedAfterADay() throws IOException {
        run("a", 1, 2_000);
        String leftover = "packs/" + "0".repeat(32);
        target.objects().put(leftover, new byte[10]);
        assertThat(fixture.verify().leftovers()).containsExactly(leftover);
        assertThat(fixture.prune(NEWEST)).isEqualTo(new Prune.Result(0, 0, 0, 1));
        fixture.clock.leap(Duration.ofDays(2));
        assertThat(fixture.prune(NEWEST)).isEqualTo(new Prune.Result(0, 1, 0, 0));
        assertThat(target.objects()).doesNotContainKey(leftover);
    }

    @Test
    void damagedRepositoryIsNotPruned() throws IOException {
        run("a", 1, 200_000);
        String second = run("b", 2, 200_000);
        fixture.prune(NEWEST);
        fixture.clock.leap(Duration.ofDays(2));
        target.objects().put("runs/" + second, new byte[50]);
        List<String> before = List.copyOf(target.objects().keySet());
        assertThatThrownBy(() -> fixture.prune(NEWEST)).isInstanceOf(BackupException.class);
        assertThat(target.objects().keySet()).containsExactlyElementsOf(before);
    }

    @Test
    void newestRunIsKeptAlways() throws IOException {
        run("a", 1, 2_000);
        String second = run("a", 2, 2_000);
        fixture.prune(new Retention(0, 0, 0, 0));
        fixture.clock.leap(Duration.ofDays(1000));
        fixture.prune(new Retention(0, 0, 0, 0));
        assertThat(fixture.repository.runs()).containsExactly(second);
    }
}
