package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.backup.DeferredBlobFiles;
import svc.api.blob.BlobId;
import svc.api.blob.BlobUnavailableException;

/** Blobs whose files a restore has left in the backup. */
final class DeferredBlobsTest extends PackFixture {

    private static final byte[] SMALL = Home.bytes(1, 1_000);
    private static final byte[] LARGE = Home.bytes(2, 300_000);

    private final Backup backup = new Backup();
    private BlobId small;
    private BlobId other;
    private BlobId large;

    /** A folder with the files that are not in the home. */
    private final class Backup implements DeferredBlobFiles {

        private final Set<String> left = new ConcurrentSkipListSet<>();
        private boolean reachable = true;
        private boolean racing;

        private Path folder() {
            return directory.resolve("backup");
        }

        private void take() throws IOException {
            try (Stream<Path> files = Files.walk(directory.resolve("data/blobs"))) {
                for (Path file : files.filter(Files::isRegularFile)
                        .filter(path -> !path.endsWith("keys"))
                        .toList()) {
                    Path place = folder().resolve(directory.resolve("data").relativize(file));
                    Files.createDirectories(place.getParent());
                    Files.move(file, place, StandardCopyOption.REPLACE_EXISTING);
                    left.add(folder().relativize(place).toString());
                }
            }
        }

        @Override
        public boolean fetch(String path) throws IOException {
            if (!reachable) {
                throw new IOException("The storage is away.");
            }
            if (left.remove(path)) {
                Files.copy(folder().resolve(path), directory.resolve("data").resolve(path));
            }
            return Files.exists(directory.resolve("data").resolve(path));
        }

        /** Fetches what another thread would fetch between two accesses of this one. */
        private void fetchAll() {
            try {
                for (String path : left) {
                    fetch(path);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void forget(String path) {
            left.remove(path);
        }

        @Override
        public OptionalLong deferredSize(String path) {
            if (racing) {
                fetchAll();
            }
            return left.contains(path)
                    ? OptionalLong.of(folder().resolve(path).toFile().length())
                    : OptionalLong.empty();
        }
    }

    @BeforeEach
    void restore() throws IOException {
        small = home.keep("o1", SMALL);
        other = home.keep("o2", SMALL);
        large = home.keep("o1", LARGE);
        home.blobs().close();
        backup.take();
        home = new PackHome(
                directory, home.store(), PackedBlobs.in(directory, home.store(), home.clock(), backup), home.clock());
        home.blobs().begin();
    }

    @Test
    void blobsAreFetchedWhenTheyAreRead() throws IOException {
        assertThat(home.read("o1", small)).isEqualTo(SMALL);
        assertThat(home.read("o1", large)).isEqualTo(LARGE);
        assertThat(backup.left).isEmpty();
    }

    @Test
    void blobsAreUnavailableWhileTheBackupIsAway() throws IOException {
        backup.reachable = false;
        for (BlobId id : List.of(small, large)) {
            assertThat(home.blobs().find("o1", id)).hasValueSatisfying(found -> {
                assertThat(found.size()).isEqualTo(id.equals(small) ? SMALL.length : LARGE.length);
                assertThat(found.lastModified()).hasValue(home.clock().now());
            });
            assertThatThrownBy(() -> home.read("o1", id))
                    .isInstanceOf(BlobUnavailableException.class)
                    .hasMessageContaining("The storage is away.");
        }
        assertThat(home.blobs().files().tally().damages()).isZero();
        backup.reachable = true;
        assertThat(home.read("o1", small)).isEqualTo(SMALL);
    }

    @Test
    void filesThatAreFetchedMeanwhileAreFound() throws IOException {
        backup.racing = true;
        assertThat(home.blobs().find("o1", large))
                .hasValueSatisfying(found -> assertThat(found.size()).isEqualTo(LARGE.length));
        backup.take();
        assertThat(home.blobs().find("o1", small).orElseThrow().lastModified()).isPresent();
        backup.take();
        assertThat(home.blobs().parts().scrub().missing()).isEmpty();
    }

    @Test
    void packsThatAreNotFetchedAreNotMissing() throws IOException {
        assertThat(home.blobs().parts().scrub().missing()).isEmpty();
        List<String> damage = new ArrayList<>();
        assertThat(home.blobs().scrub(damage::add, () -> true))
                .as(damage.toString())
                .isZero();
    }

    @Test
    void newBlobsAreWrittenToAnotherPack() throws IOException {
        byte[] bytes = Home.bytes(7, 500);
        BlobId fresh = home.keep("o1", bytes);
        assertThat(home.pack("o1", fresh)).isNotEqualTo(home.pack("o1", small));
        assertThat(home.read("o1", small)).isEqualTo(SMALL);
        assertThat(home.read("o1", fresh)).isEqualTo(bytes);
    }

    @Test
    void removedBlobsAreErasedFromTheirPackAndLargeOnesAreNotFetched() throws IOException {
        assertThat(home.blobs().removeAll("o1", List.of(small, large), Instant.MAX))
                .containsOnly(small, large);
        assertThat(home.blobs().find("o1", small)).isEmpty();
        assertThat(home.blobs().find("o1", large)).isEmpty();
        assertThat(backup.left).isEmpty();
        assertThat(home.hasDeadEntries()).isFalse();
        assertThat(home.read("o2", other)).isEqualTo(SMALL);
    }
}
