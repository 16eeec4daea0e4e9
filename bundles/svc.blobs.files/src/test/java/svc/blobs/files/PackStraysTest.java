package svc.blobs.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;
import svc.blobs.files.pack.Place;

/** What a crash leaves in packs is found, and is not lost or kept for ever. */
final class PackStraysTest extends PackFixture {

    private void daysLater() throws IOException {
        home.keep("o1", Home.bytes(home.clock().now().toEpochMilli(), 10)); // The last pack is left out.
        home.clock().move(Duration.ofHours(26));
        home.keep("o1", Home.bytes(home.clock().now().toEpochMilli(), 10));
        home.blobs().compact(() -> true);
    }

    @Test
    void anUploadThatACrashInterruptedIsFoundSoThatItIsCollected() throws Exception {
        home.keep("o1", Home.bytes(1, 5_000));
        BlobId stray = home.prepared("o1", Home.bytes(2, 1_000)).id();
        home = home.restarted();
        assertThat(home.list("o1")).doesNotContain(stray);
        daysLater();
        Place place = home.place("o1", stray).orElseThrow();
        assertThat(home.list("o1")).contains(stray);
        assertThat(home.blobs().remove("o1", stray, Instant.MAX)).isTrue();
        assertThat(body(place)).containsOnly(0);
        daysLater();
        assertThat(home.place("o1", stray)).isEmpty();
    }

    @Test
    void aPackWithUnknownEntriesIsCompactedADayAfterTheyWereFound() throws Exception {
        BlobId removed = home.keep("o1", Home.bytes(1, 50_000));
        BlobId stray = home.prepared("o1", Home.bytes(2, 1_000)).id();
        home = home.restarted();
        home.blobs().remove("o1", removed, home.clock().now());
        daysLater();
        assertThat(home.place("o1", stray).orElseThrow().pack()).isEqualTo(1);
        home.blobs().compact(() -> true);
        assertThat(home.place("o1", stray).orElseThrow().pack()).isEqualTo(1);
        home = home.restarted();
        daysLater();
        assertThat(home.blobs().packs().path(1)).doesNotExist();
        assertThat(home.read("o1", stray)).isEqualTo(Home.bytes(2, 1_000));
    }

    @Test
    void aCopyThatACompactionLeftBehindIsOverwritten() throws Exception {
        BlobId id = home.keep("o1", Home.bytes(1, 1_000));
        Place place = home.place("o1", id).orElseThrow();
        home = home.restarted();
        home.keep("o1", Home.bytes(2, 10_000));
        Place copy = home.blobs()
                .parts()
                .packs()
                .append("o1", id.sha256(), Arrays.copyOf(body(place), place.length()))
                .place();
        home = home.restarted();
        daysLater();
        assertThat(home.place("o1", id)).hasValue(place);
        assertThat(home.read("o1", id)).isEqualTo(Home.bytes(1, 1_000));
        assertThat(body(copy)).containsOnly(0);
    }

    @Test
    void aCompactionContinuesAfterACrash() throws Exception {
        List<BlobId> ids = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            ids.add(home.keep("o1", Home.bytes(i, 1_000)));
        }
        BlobId removed = home.keep("o1", Home.bytes(1_000, 120_000));
        BlobId more = home.keep("o1", Home.bytes(1_001, 120_000));
        home.clock().move(Duration.ofHours(26));
        home.keep("o1", Home.bytes(3_000, 10));
        home.blobs().removeAll("o1", List.of(removed, more), home.clock().now());
        Path pack = home.blobs().packs().path(1);
        byte[] before = Files.readAllBytes(pack);
        FileTime touched = Files.getLastModifiedTime(pack);
        home.blobs().compact(() -> home.place("o1", ids.get(0)).orElseThrow().pack() == 1);
        assertThat(home.place("o1", ids.get(0)).orElseThrow().pack()).isEqualTo(2);
        assertThat(home.place("o1", ids.get(199)).orElseThrow().pack()).isEqualTo(1);
        home = home.restarted();
        home.keep("o1", Home.bytes(3_001, 10));
        home.blobs().compact(() -> true);
        assertThat(pack).doesNotExist();
        // As if the crash had come before the file was deleted.
        Files.write(pack, before);
        Files.setLastModifiedTime(pack, touched);
        home = home.restarted();
        home.keep("o1", Home.bytes(3_002, 10));
        daysLater();
        daysLater();
        assertThat(pack).doesNotExist();
        for (int i = 0; i < 200; i++) {
            assertThat(home.read("o1", ids.get(i))).isEqualTo(Home.bytes(i, 1_000));
        }
        assertThat(home.hasDeadEntries()).isFalse();
    }

    @Test
    void aPackWhoseTimestampIsInTheFutureIsNotCompacted() throws Exception {
        BlobId removed = home.keep("o1", Home.bytes(1, 50_000));
        home.keep("o1", Home.bytes(2, 10));
        Path pack = home.pack("o1", removed);
        home = home.restarted();
        home.blobs().remove("o1", removed, home.clock().now());
        Files.setLastModifiedTime(pack, FileTime.from(home.clock().now().plus(Duration.ofDays(365))));
        daysLater();
        assertThat(pack).exists();
    }

    @Test
    void noByteOfARemovedBlobRemains() throws Exception {
        List<BlobId> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(home.keep(i % 2 == 0 ? "o1" : "o2", Home.bytes(i, 100 + 50 * i)));
        }
        BlobId large = home.keep("o1", Home.bytes(100, 100_000));
        home = home.restarted();
        home.blobs().remove("o1", large, home.clock().now());
        daysLater(); // The blobs are copied to another pack.
        for (int i = 0; i < 40; i += 3) {
            home.keep(i % 2 == 0 ? "o1" : "o2", Home.bytes(i, 100 + 50 * i));
        }
        assertThat(home.blobs().removeAll("o1", home.list("o1"), Instant.MAX)).hasSizeGreaterThan(20);
        assertThat(home.list("o1")).isEmpty();
        for (Path pack : packs()) {
            String text = Home.text(pack);
            all.subList(0, 40).stream()
                    .filter(id -> all.indexOf(id) % 2 == 0)
                    .forEach(id -> assertThat(text).doesNotContain(new String(id.sha256(), ISO_8859_1)));
        }
        long left = 0;
        for (BlobId id : home.list("o2")) {
            left += home.place("o2", id).orElseThrow().end()
                    - home.place("o2", id).orElseThrow().at();
        }
        long nonzero = 0;
        for (Path pack : packs()) {
            for (byte one : Files.readAllBytes(pack)) {
                nonzero += one == 0 ? 0 : 1;
            }
        }
        // Only the entries of the other organization and the headers of void entries have bytes.
        assertThat(nonzero).isLessThan(left + 100L * 20);
    }

    private List<Path> packs() throws IOException {
        return home.blobs().packs().numbers().stream()
                .map(home.blobs().packs()::path)
                .toList();
    }

    @Test
    void nothingOfARestoredCopyOfTheDatabaseIsLost() throws Exception {
        BlobId first = home.keep("o1", Home.bytes(1, 1_000));
        home.close();
        Path copy =
                Files.copy(directory.resolve("svc.db"), directory.resolve("copy"), StandardCopyOption.REPLACE_EXISTING);
        home = PackHome.started(directory, home.clock());
        BlobId second = home.keep("o1", Home.bytes(2, 1_000));
        home.close();
        Files.copy(copy, directory.resolve("svc.db"), StandardCopyOption.REPLACE_EXISTING);
        home = PackHome.started(directory, home.clock());
        assertThat(home.blobs().find("o1", second)).isEmpty();
        daysLater();
        assertThat(home.read("o1", first)).isEqualTo(Home.bytes(1, 1_000));
        assertThat(home.read("o1", second)).isEqualTo(Home.bytes(2, 1_000));
    }
}
