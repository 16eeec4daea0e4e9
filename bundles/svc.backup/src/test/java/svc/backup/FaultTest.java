package svc.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import svc.backup.directory.DirectoryTarget;
import svc.backup.format.BackupException;
import svc.backup.prune.Retention;
import svc.backup.write.SourceFile;

/** Lets each call of a run and of a prune fail, or kills the process there: earlier runs stay whole, later runs work. */
final class FaultTest {

    private static final Retention NEWEST = new Retention(1, 0, 0, 0);

    @TempDir
    Path temp;

    private final MemoryTarget base = new MemoryTarget();
    private final Map<String, Map<String, String>> expected = new TreeMap<>();
    private Fixture fixture;

    /** Three runs: the first two can be pruned, and a pack of the first one is sparse afterwards. */
    @BeforeEach
    void runs() throws IOException {
        fixture = new Fixture(base, 4_000);
        Path home = temp.resolve("home");
        Fixture.write(home.resolve("a/kept"), Fixture.bytes(1, 1_000));
        for (int run = 0; run < 3; run++) {
            change(home, run);
            expected.put(fixture.run(files()).id(), Fixture.contents(home));
            fixture.clock.leap(Duration.ofHours(2));
        }
        change(home, 3);
    }

    private static void change(Path home, int run) throws IOException {
        Fixture.write(home.resolve("a/changed"), Fixture.bytes(10 + run, 2_500));
        Fixture.write(home.resolve("b/changed"), Fixture.bytes(20 + run, 3_500));
        Fixture.write(home.resolve("b/" + run), Fixture.bytes(30 + run, 300));
    }

    private List<SourceFile> files() throws IOException {
        return SourceFile.in(temp.resolve("home"), "", true);
    }

    @Test
    void runThatWasKilledLeavesNothingInAFolder() throws IOException {
        for (int failing = 3; ; failing += 7) { // Each round syncs many files to disk.
            Path folder = temp.resolve("target-" + failing);
            for (Map.Entry<String, byte[]> object : base.objects().entrySet()) {
                Fixture.write(folder.resolve(object.getKey()), object.getValue());
            }
            DirectoryTarget target = DirectoryTarget.open(folder);
            FaultyTarget faulty = new FaultyTarget(target, failing, FaultyTarget.Fault.KILLED_AFTER);
            try {
                fixture.in(faulty).run(files());
            } catch (FaultyTarget.InjectedException e) {
                examine(fixture.in(target), 0);
            }
            assertThat(folder.resolve(".unfinished")).isEmptyDirectory();
            if (!faulty.hasFailed()) {
                return;
            }
        }
    }

    private interface Work {
        void run(Fixture fixture) throws IOException;
    }

    @ParameterizedTest
    @EnumSource(FaultyTarget.Fault.class)
    void interruptedRunIsHarmless(FaultyTarget.Fault fault) throws IOException {
        int calls = everyCall(base, fault, faulty -> faulty.run(files()), 0);
        assertThat(calls).isGreaterThan(30);
    }

    @ParameterizedTest
    @EnumSource(FaultyTarget.Fault.class)
    void interruptedMarkingIsHarmless(FaultyTarget.Fault fault) throws IOException {
        int calls = everyCall(base, fault, faulty -> faulty.prune(NEWEST), 2);
        assertThat(calls).isGreaterThan(30);
    }

    @ParameterizedTest
    @EnumSource(FaultyTarget.Fault.class)
    void interruptedRemovalIsHarmless(FaultyTarget.Fault fault) throws IOException {
        fixture.prune(NEWEST);
        fixture.clock.leap(Duration.ofDays(2));
        int calls = everyCall(base, fault, faulty -> faulty.prune(NEWEST), 2);
        assertThat(calls).isGreaterThan(30);
    }

    /**
     * Repeats work on a copy of a repository, with a fault at each call, and examines the result.
     *
     * @param removable how many of the first runs the work may remove
     * @return the number of calls
     */
    private int everyCall(MemoryTarget from, FaultyTarget.Fault fault, Work work, int removable) throws IOException {
        for (int failing = 1; ; failing++) {
            MemoryTarget target = from.copy();
            FaultyTarget faulty = new FaultyTarget(target, failing, fault);
            boolean thrown = false;
            try {
                work.run(fixture.in(faulty));
            } catch (FaultyTarget.InjectedException | BackupException e) {
                thrown = true;
            }
            if (!faulty.hasFailed()) {
                assertThat(thrown).isFalse();
                return failing - 1;
            }
            examine(fixture.in(target), removable);
        }
    }

    private void examine(Fixture repaired, int removable) throws IOException {
        assertThat(repaired.verify().problems()).isEmpty();
        List<String> required = List.copyOf(expected.keySet()).subList(removable, expected.size());
        List<String> runs = repaired.repository.runs();
        assertThat(runs).containsAll(required);
        String newest = repaired.run(files()).id();
        assertThat(repaired.verify().problems()).isEmpty();
        assertThat(repaired.read(newest)).isEqualTo(Fixture.contents(temp.resolve("home")));
        for (String run : runs) {
            if (expected.containsKey(run)) {
                assertThat(repaired.read(run)).isEqualTo(expected.get(run));
            }
        }
    }
}
