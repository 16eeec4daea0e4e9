package svc.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.backup.directory.DirectoryTarget;
import svc.backup.prune.Prune;
import svc.backup.prune.Retention;
import svc.backup.write.BackupRun;
import svc.backup.write.SourceFile;

/** Changes a folder of files at random over many runs with prunes, and compares each restore with the files of its run. */
final class RandomRunsTest {

    private static final Retention RETENTION = new Retention(4, 3, 2, 2);
    private static final int PAGE = 4096;

    @TempDir
    Path temp;

    @Tag("soak")
    @ParameterizedTest
    @ValueSource(longs = {2, 3, 4, 5, 6, 7, 8, 9})
    void everyRunRestoresTheFilesOfItsTimeForOtherSeeds(long seed) throws IOException {
        play(seed, 30, 5_000_000);
    }

    @ParameterizedTest
    @ValueSource(longs = 1)
    void everyRunRestoresTheFilesOfItsTime(long seed) throws IOException {
        play(seed, 12, 2_000_000);
    }

    private void play(long seed, int runs, int databaseBytes) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Path home = Files.createDirectories(temp.resolve("home"));
        Fixture fixture = new Fixture(DirectoryTarget.create(temp.resolve("target")));
        Map<String, Map<String, String>> expected = new TreeMap<>();
        Fixture.write(home.resolve("svc.db"), Fixture.bytes(seed, databaseBytes));
        int removed = 0;
        for (int i = 0; i < runs; i++) {
            change(home, random, i);
            BackupRun.Result run = fixture.run(files(home));
            expected.put(run.id(), Fixture.contents(home));
            assertThat(run.manifest().fileCount())
                    .isEqualTo(expected.get(run.id()).size());
            fixture.clock.leap(Duration.ofMinutes(random.nextInt(20, 1500)));
            if (i % 3 == 2) {
                Prune.Result pruned = fixture.prune(RETENTION);
                removed += pruned.packsRemoved();
                expected.keySet().retainAll(fixture.repository.runs());
            }
            if (i % 5 == 4) {
                assertThat(fixture.verify().problems()).isEmpty();
            }
        }
        assertThat(removed).as("packs removed").isPositive();
        assertThat(fixture.repository.runs())
                .containsExactlyElementsOf(expected.keySet())
                .hasSizeLessThan(runs);
        for (Map.Entry<String, Map<String, String>> run : expected.entrySet()) {
            assertThat(fixture.restore(run.getKey(), temp.resolve("restored-" + run.getKey())))
                    .isEqualTo(run.getValue());
        }
    }

    /** Changes pages of the database, and adds, changes, appends to and deletes other files. */
    private static void change(Path home, SplittableRandom random, int round) throws IOException {
        byte[] database = Files.readAllBytes(home.resolve("svc.db"));
        for (int i = 0; i < 3; i++) {
            int page = random.nextInt(database.length / PAGE) * PAGE;
            System.arraycopy(Fixture.bytes(random.nextLong(), PAGE), 0, database, page, PAGE);
        }
        Files.write(home.resolve("svc.db"), database);
        for (int i = 0; i < 4; i++) {
            int length = random.nextInt(10) == 0 ? random.nextInt(700_000) : random.nextInt(3_000);
            Path blob = home.resolve("blobs/" + random.nextInt(16) + "/" + round + "-" + i);
            Fixture.write(blob, Fixture.bytes(random.nextLong(), length));
        }
        List<SourceFile> blobs = new ArrayList<>(SourceFile.in(home.resolve("blobs"), "", true));
        for (int i = 0; i < 2; i++) {
            SourceFile blob = blobs.remove(random.nextInt(blobs.size()));
            if (random.nextBoolean()) {
                Files.delete(blob.file());
            } else {
                byte[] longer = Fixture.bytes(random.nextLong(), (int) Files.size(blob.file()) + 1);
                Files.write(blob.file(), longer);
            }
        }
    }

    private static List<SourceFile> files(Path home) throws IOException {
        List<SourceFile> files = new ArrayList<>(SourceFile.in(home.resolve("blobs"), "blobs/", true));
        files.add(new SourceFile("svc.db", home.resolve("svc.db"), false, true));
        files.sort(SourceFile.ORDER);
        return files;
    }
}
