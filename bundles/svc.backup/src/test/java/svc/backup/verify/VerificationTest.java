package svc.backup.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.operation.Progress;
import svc.backup.Fixture;
import svc.backup.MemoryTarget;
import svc.backup.format.BackupException;
import svc.backup.format.DrillRecord;
import svc.backup.format.ErasureRecord;
import svc.backup.write.SourceFile;

final class VerificationTest {

    @TempDir
    Path temp;

    private final MemoryTarget base = new MemoryTarget();
    private Fixture fixture;
    private String first = "";
    private String second = "";

    @BeforeEach
    void runs() throws IOException {
        fixture = new Fixture(base);
        Path home = temp.resolve("home");
        Fixture.write(home.resolve("shared"), Fixture.bytes(1, 300));
        first = fixture.run(SourceFile.in(home, "", true)).id();
        fixture.clock.leap(Duration.ofHours(1));
        Fixture.write(home.resolve("second"), Fixture.bytes(2, 200));
        second = fixture.run(SourceFile.in(home, "", true)).id();
        new ErasureRecord("a1", fixture.clock.now()).write(fixture.repository);
        new DrillRecord(first, fixture.clock.now(), null).write(fixture.repository);
        for (String name : List.of("prune/20300101T000000Z-001", "lock/00000009")) {
            fixture.repository.write(name, "{}".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        }
    }

    @Test
    void soundRepositoryHasNoProblems() throws IOException {
        VerificationReport report = fixture.verify();
        assertThat(report.problems()).isEmpty();
        assertThat(report.leftovers()).isEmpty();
        assertThat(report.runs()).isEqualTo(2);
        assertThat(report.chunks()).isEqualTo(4); // Two files and two file lists.
        assertThat(new Verification(fixture.repository, Progress.UNSEEN).quick(1))
                .isEqualTo(report);
    }

    @Test
    void flippedBytesAreFound() throws IOException {
        flipBytes(5);
    }

    @Test
    @Tag("soak")
    void everyFlippedByteIsFound() throws IOException {
        flipBytes(1);
    }

    private void flipBytes(int step) throws IOException {
        int flipped = 0;
        for (Map.Entry<String, byte[]> object : base.objects().entrySet()) {
            for (int at = flipped % step; at < object.getValue().length; at += step) {
                byte[] content = object.getValue().clone();
                content[at] ^= (byte) (1 << flipped % Byte.SIZE);
                assertProblem(object.getKey(), content, "byte " + at);
                flipped++;
            }
        }
        assertThat(flipped).isGreaterThan(2_000 / step);
    }

    @Test
    void shortenedLongerEmptyAndMissingObjectsAreFound() throws IOException {
        for (Map.Entry<String, byte[]> object : base.objects().entrySet()) {
            byte[] content = object.getValue();
            assertProblem(object.getKey(), Arrays.copyOf(content, content.length - 1), "shorter");
            assertProblem(object.getKey(), Arrays.copyOf(content, content.length + 1), "longer");
            assertProblem(object.getKey(), new byte[0], "empty");
        }
    }

    private void assertProblem(String name, byte[] content, String change) throws IOException {
        MemoryTarget target = base.copy();
        target.objects().put(name, content);
        try {
            assertThat(fixture.in(target).verify().problems())
                    .as(name + " " + change)
                    .extracting(VerificationReport.Problem::object)
                    .contains(name);
        } catch (BackupException e) {
            assertThat(name).as(change).isEqualTo("repo");
        }
    }

    @Test
    void namesTheRunsThatNeedADamagedPack() throws IOException {
        String packOfFirst = packs(fixture).get(0);
        String packOfSecond = packs(fixture).get(1);
        if (!needs(packOfFirst).equals(List.of(first, second))) {
            String other = packOfFirst;
            packOfFirst = packOfSecond;
            packOfSecond = other;
        }
        assertThat(needs(packOfFirst)).containsExactly(first, second);
        assertThat(needs(packOfSecond)).containsExactly(second);
        assertThat(hurt("runs/" + first, bytes -> new byte[1])).containsExactly(first);
    }

    private static List<String> packs(Fixture fixture) throws IOException {
        return fixture.repository.target().list("packs/").stream()
                .map(pack -> pack.name())
                .toList();
    }

    private List<String> needs(String pack) throws IOException {
        return hurt(pack, bytes -> {
            byte[] damaged = bytes.clone();
            damaged[20] ^= 1;
            return damaged;
        });
    }

    private List<String> hurt(String name, UnaryOperator<byte[]> change) throws IOException {
        MemoryTarget target = base.copy();
        target.objects().computeIfPresent(name, (none, bytes) -> change.apply(bytes));
        return fixture.in(target).verify().problems().stream()
                .filter(problem -> problem.object().equals(name))
                .flatMap(problem -> problem.runs().stream())
                .toList();
    }

    @Test
    void missingPackAndIndexAreProblemsOfTheirRuns() throws IOException {
        for (String pack : packs(fixture)) {
            MemoryTarget withoutPack = base.copy();
            withoutPack.objects().remove(pack);
            assertThat(fixture.in(withoutPack).verify().problems())
                    .singleElement()
                    .satisfies(problem -> {
                        assertThat(problem.object()).isEqualTo(pack);
                        assertThat(problem.problem()).isEqualTo("is missing");
                        assertThat(problem.runs()).contains(second);
                    });
            MemoryTarget withoutIndex = base.copy();
            withoutIndex.objects().remove(pack.replace("packs/", "index/"));
            VerificationReport report = fixture.in(withoutIndex).verify();
            assertThat(report.leftovers()).containsExactly(pack);
            assertThat(report.problems())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.runs()).contains(second));
            String index = pack.replace("packs/", "index/");
            assertThat(hurt(index, bytes -> new byte[1])).contains(second);
        }
    }

    @Test
    void longerPackCanStillBeRestored() throws IOException {
        MemoryTarget target = base.copy();
        target.objects()
                .replaceAll(
                        (name, bytes) -> name.startsWith("packs/") ? Arrays.copyOf(bytes, bytes.length + 1) : bytes);
        Fixture longer = fixture.in(target);
        assertThat(longer.verify().problems())
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem.problem()).contains("instead of"));
        assertThat(longer.read(second)).isEqualTo(Fixture.contents(temp.resolve("home")));
    }

    @Test
    void foreignAndExchangedObjectsAreFound() throws IOException {
        MemoryTarget target = base.copy();
        target.objects().put("packs/notes.txt", new byte[1]);
        target.objects().put("README", new byte[1]);
        byte[] manifest = target.objects().get("runs/" + first);
        target.objects().put("runs/" + second, manifest);
        assertThat(fixture.in(target).verify().problems())
                .extracting(VerificationReport.Problem::object)
                .containsExactlyInAnyOrder("README", "packs/notes.txt", "runs/" + second);
    }
}
