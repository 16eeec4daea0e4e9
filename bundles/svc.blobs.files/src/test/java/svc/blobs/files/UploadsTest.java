package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;

final class UploadsTest {

    private static final int MANY = 16;
    private static final int SIZE = 16 * 1_024 * 1_024;

    /** The limit on the memory of sixteen open drafts, a few hundred kilobytes each. */
    private static final long OPEN = 8L << 20;

    @TempDir
    private Path directory;

    @Test
    void sixteenConcurrentLargeDraftsNeedLittleMemory() throws Exception {
        List<String> lines = new ArrayList<>(LimitedProcess.of(
                        List.of(),
                        List.of("-Xmx96m", "-XX:+UseSerialGC"),
                        ManyUploadsProcess.class,
                        directory,
                        MANY,
                        SIZE)
                .lines());
        String open = lines.remove(0);
        String after = lines.remove(lines.size() - 1);
        System.out.println(open + ", " + after);
        assertThat(lines).hasSize(MANY);
        assertThat(number(open) - number(after)).isLessThan(OPEN);
        Home home = Home.started(directory);
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            assertThat(home.blobs()
                            .find(words[0], BlobId.parse(words[1]).orElseThrow())
                            .orElseThrow()
                            .size())
                    .isEqualTo(SIZE)
                    .isEqualTo(Long.parseLong(words[2]));
        }
        assertThat(home.leftOver()).isEmpty();
    }

    private static long number(String line) {
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }
}
