package svc.backup.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.backup.Fixture;
import svc.backup.MemoryTarget;
import svc.backup.format.FileEntry;
import svc.backup.write.SourceFile;

/** Parts of files that are read in any order. */
final class RunFilesTest {

    private static final int FILES = 5_000;
    private static final int LARGE = 6_000_000;

    @TempDir
    private Path temp;

    private final Fixture fixture = new Fixture(new MemoryTarget());

    private RunFiles files() throws IOException {
        String run = fixture.run(SourceFile.in(temp, "", true)).id();
        return Restore.of(fixture.repository, run, Fixture.SAME).parts();
    }

    private static byte[] read(RunFiles files, FileEntry file, long from, int length) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(length);
        int read = 0;
        while (read >= 0 && into.hasRemaining()) {
            read = files.read(file, into, from + into.position());
        }
        return Arrays.copyOf(into.array(), into.position());
    }

    @Test
    void eachFileOfALongListIsFound() throws IOException {
        for (int i = 0; i < FILES; i++) {
            Fixture.write(temp.resolve("f" + i), Integer.toString(i).getBytes(UTF_8));
        }
        RunFiles files = files();
        for (int i = 0; i < FILES; i += 61) {
            FileEntry file = files.find("f" + i).orElseThrow();
            assertThat(new String(read(files, file, 0, 10), UTF_8)).isEqualTo(Integer.toString(i));
        }
        assertThat(files.find("a")).isEmpty();
        assertThat(files.find("f1x")).isEmpty();
        assertThat(files.find("g")).isEmpty();
    }

    @Test
    void partsOfALargeFileAreRead() throws IOException {
        byte[] content = Fixture.bytes(1, LARGE);
        Fixture.write(temp.resolve("large"), content);
        RunFiles files = files();
        FileEntry file = files.find("large").orElseThrow();
        assertThat(file.lists()).isTrue();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            int from = random.nextInt(LARGE);
            int length = random.nextInt(1, LARGE / 10);
            int end = Math.min(LARGE, from + length);
            assertThat(read(files, file, from, length)).isEqualTo(Arrays.copyOfRange(content, from, end));
        }
        assertThat(files.read(file, ByteBuffer.allocate(1), LARGE)).isEqualTo(-1);
    }
}
