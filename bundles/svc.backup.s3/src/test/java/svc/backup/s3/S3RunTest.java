package svc.backup.s3;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import svc.backup.Fixture;
import svc.backup.prune.Retention;
import svc.backup.s3.S3Storage.Version;
import svc.backup.write.SourceFile;
import svc.testkit.ManualClock;

/** Runs and prunes in a bucket with an object lock, with failures and with an attacker. */
final class S3RunTest {

    private static final int ROUNDS = 7;
    private static final Retention NEWEST = new Retention(1, 0, 0, 0);
    private static final Duration RETENTION = Duration.ofDays(7);

    @TempDir
    Path temp;

    private final Map<String, Map<String, String>> expected = new TreeMap<>();
    private S3Fixture s3;
    private Fixture fixture;
    private int changes;

    @BeforeEach
    void start() throws IOException {
        ManualClock clock = new ManualClock();
        s3 = new S3Fixture(temp, clock, S3Fixture.days(7));
        fixture = new Fixture(s3.open(), 4_000, clock);
        Fixture.write(temp.resolve("mail/a/kept"), Fixture.bytes(1, 1_000));
    }

    @AfterEach
    void stop() throws IOException {
        s3.close();
    }

    private List<SourceFile> files() throws IOException {
        return SourceFile.in(temp.resolve("mail"), "", true);
    }

    private void change() throws IOException {
        changes++;
        Fixture.write(temp.resolve("mail/a/changed"), Fixture.bytes(10 + changes, 2_500));
        Fixture.write(temp.resolve("mail/b/changed"), Fixture.bytes(1_000 + changes, 3_500));
    }

    private String run() throws IOException {
        change();
        String id = fixture.in(s3.open()).run(files()).id();
        expected.put(id, Fixture.contents(temp.resolve("mail")));
        return id;
    }

    private void examine() throws IOException {
        Fixture fresh = fixture.in(s3.open());
        assertThat(fresh.verify().problems()).isEmpty();
        for (String run : fresh.repository.runs()) {
            if (expected.containsKey(run)) {
                assertThat(fresh.read(run)).isEqualTo(expected.get(run));
            }
        }
    }

    private void restore(Map<String, List<Version>> objects) {
        s3.stub.storage.objects = new TreeMap<>(objects);
        s3.stub.storage.objects.replaceAll((key, versions) -> new ArrayList<>(versions));
    }

    /** Each call of a run fails once, in one of several runs: the runs do not notice it. */
    @ParameterizedTest
    @EnumSource(
            value = S3Stub.Fault.class,
            names = {"UNAVAILABLE", "LOSES_RESPONSE", "CUT"})
    void singleFailuresAreOvercome(S3Stub.Fault fault) throws IOException {
        run();
        change();
        Map<String, List<Version>> before = s3.stub.storage.copy();
        for (int round = 0; round < ROUNDS; round++) {
            restore(before);
            int remainder = round;
            s3.stub.fail(fault, number -> number % ROUNDS == remainder);
            String id = fixture.in(s3.open()).run(files()).id();
            assertThat(s3.stub.calls).hasSizeGreaterThan(30);
            s3.stub.fail(S3Stub.Fault.NONE, number -> false);
            assertThat(fixture.in(s3.open()).read(id)).isEqualTo(Fixture.contents(temp.resolve("mail")));
        }
    }

    /** Each call of a run fails once, in a run of its own. */
    @ParameterizedTest
    @EnumSource(
            value = S3Stub.Fault.class,
            names = {"UNAVAILABLE", "LOSES_RESPONSE", "CUT"})
    @Tag("soak")
    void eachSingleFailureIsOvercome(S3Stub.Fault fault) throws IOException {
        run();
        change();
        Map<String, List<Version>> before = s3.stub.storage.copy();
        int calls = Integer.MAX_VALUE;
        for (int failing = 1; failing <= calls; failing++) {
            restore(before);
            int call = failing;
            s3.stub.fail(fault, number -> number == call);
            String id = fixture.in(s3.open()).run(files()).id();
            calls = s3.stub.calls.size();
            s3.stub.fail(S3Stub.Fault.NONE, number -> false);
            assertThat(fixture.in(s3.open()).read(id)).isEqualTo(Fixture.contents(temp.resolve("mail")));
        }
        assertThat(calls).isGreaterThan(30);
    }

    /** The storage is not reachable from one call on: earlier runs stay whole, and the next run works. */
    @ParameterizedTest
    @CsvSource({"DROPPED, 1", "LOSES_RESPONSE, 5"})
    void interruptedRunIsHarmless(S3Stub.Fault fault, int first) throws IOException {
        interrupt(fault, first, 8);
    }

    @ParameterizedTest
    @EnumSource(
            value = S3Stub.Fault.class,
            names = {"DROPPED", "LOSES_RESPONSE"})
    @Tag("soak")
    void runInterruptedAtEachCallIsHarmless(S3Stub.Fault fault) throws IOException {
        interrupt(fault, 1, 1);
    }

    private void interrupt(S3Stub.Fault fault, int first, int step) throws IOException {
        run();
        change();
        Map<String, List<Version>> before = s3.stub.storage.copy();
        boolean failed = true;
        for (int failing = first; failed; failing += step) {
            restore(before);
            int call = failing;
            s3.stub.fail(fault, number -> number >= call);
            failed = fails(() -> fixture.in(s3.open()).run(files()));
            assertThat(failed || call > 30).isTrue();
            s3.stub.fail(S3Stub.Fault.NONE, number -> false);
            examine();
            String id = fixture.in(s3.open()).run(files()).id();
            assertThat(fixture.in(s3.open()).read(id)).isEqualTo(Fixture.contents(temp.resolve("mail")));
        }
    }

    private static boolean fails(ThrowingCallable work) {
        return catchThrowableOfType(IOException.class, work) != null;
    }

    /** Removes, hides and overwrites all that the storage permits. */
    private void attack() throws IOException {
        int number = 0;
        for (String key : List.copyOf(s3.stub.storage.objects.keySet())) {
            for (Version version : List.copyOf(s3.stub.storage.objects.get(key))) {
                try {
                    s3.stub.storage.delete(key, Optional.of(version.id()));
                } catch (S3Stub.Refusal e) {
                    assertThat(version.until()).isAfter(s3.clock.now());
                }
            }
            if (number++ % 2 == 0) {
                s3.stub.storage.put(key, temp.resolve("mail/a/kept"), Map.of());
            } else {
                s3.stub.storage.delete(key, Optional.empty());
            }
        }
    }

    @Test
    void runsWithinTheRetentionSurviveAnAttack() throws IOException {
        attackAfter(24);
    }

    @Test
    @Tag("soak")
    void runsWithinTheRetentionSurviveALaterAttack() throws IOException {
        attackAfter(40);
    }

    private void attackAfter(int runs) throws IOException {
        TreeMap<String, Instant> times = new TreeMap<>();
        for (int i = 0; i < runs; i++) {
            times.put(run(), s3.clock.now());
            s3.clock.leap(Duration.ofHours(20));
        }
        Instant begin = s3.clock.now().minus(RETENTION);
        attack();
        Fixture fresh = fixture.in(s3.open());
        List<String> protectedRuns = times.entrySet().stream()
                .filter(run -> run.getValue().isAfter(begin))
                .map(Map.Entry::getKey)
                .toList();
        assertThat(protectedRuns).hasSizeGreaterThan(7);
        assertThat(fresh.repository.runs()).containsAll(protectedRuns);
        for (String run : protectedRuns) {
            assertThat(fresh.read(run)).as(run).isEqualTo(expected.get(run));
        }
    }

    @Test
    void prunedRunsAreRemovedWhenTheirLockHasEnded() throws IOException {
        String first = run();
        s3.clock.leap(Duration.ofHours(2));
        String second = run();
        fixture.in(s3.open()).prune(NEWEST);
        s3.clock.leap(Duration.ofDays(2));
        assertThat(fixture.in(s3.open()).prune(NEWEST).runsRemoved()).isZero();
        assertThat(fixture.in(s3.open()).repository.runs()).containsExactly(first, second);
        examine();
        s3.clock.leap(Duration.ofDays(7));
        assertThat(fixture.in(s3.open()).prune(NEWEST).runsRemoved()).isEqualTo(1);
        s3.clock.leap(Duration.ofDays(9));
        fixture.in(s3.open()).prune(NEWEST);
        assertThat(fixture.in(s3.open()).repository.runs()).containsExactly(second);
        examine();
    }

    @Test
    void packsOfTheFirstRunStayLockedWhileRunsUseThem() throws IOException {
        for (int hour = 0; hour < 24 * 9; hour++) {
            if (hour % 12 == 0) {
                run();
            }
            s3.clock.leap(Duration.ofHours(1));
        }
        Instant needed = s3.clock.now().plus(RETENTION).minus(Duration.ofHours(12));
        assertThat(versions("a/b/repo").get(0).until()).isAfter(needed);
        long retentions = s3.stub.calls.stream()
                .filter(call -> call.contains("a/b/repo?retention"))
                .count();
        assertThat(retentions).as("about one prolongation a day").isBetween(5L, 11L);
    }

    @Test
    void noLockIsLongerThan400Days() throws IOException {
        s3.stub.storage.lock = S3Fixture.days(399);
        run();
        s3.open().locks().orElseThrow().prolong(List.of("repo"), Duration.ofDays(30));
        Instant until = versions("a/b/repo").get(0).until();
        assertThat(Duration.between(s3.clock.now(), until)).isEqualTo(Duration.ofDays(400));
    }

    @Test
    void endedLocksOfWritersAreSwept() throws IOException {
        for (int day = 0; day < 20; day++) {
            run();
            s3.clock.leap(Duration.ofDays(1));
        }
        long versions = versions("a/b/lock/00000001").size();
        assertThat(versions).as("a version and a marker for each run of a week").isBetween(14L, 18L);
    }

    private List<S3Storage.Version> versions(String object) {
        return requireNonNull(s3.stub.storage.objects.get(object));
    }
}
