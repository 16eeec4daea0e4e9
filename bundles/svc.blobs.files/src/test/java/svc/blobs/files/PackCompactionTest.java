package svc.blobs.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.PendingBlob;
import svc.api.blob.BlobStore.StoredBlob;
import svc.blobs.files.pack.PackEntry;
import svc.blobs.files.pack.Place;

/** The entries of removed blobs are overwritten, and packs with few blobs are compacted. */
final class PackCompactionTest extends PackFixture {

    @Test
    void aRemovedBlobIsOverwrittenAndItsPackKeepsItsTimestamp() throws Exception {
        BlobId id = home.keep("o1", Home.bytes(1, 1_000));
        BlobId stays = home.keep("o1", Home.bytes(2, 1_000));
        StoredBlob stored = home.blobs().find("o1", id).orElseThrow();
        Path pack = home.pack("o1", id);
        home = home.restarted();
        FileTime before = Files.getLastModifiedTime(pack);
        byte[] body = Arrays.copyOfRange(Files.readAllBytes(pack), PackEntry.HEADER, PackEntry.HEADER + 64);
        home.clock().move(Duration.ofDays(2));
        assertThat(home.blobs().remove("o1", id, home.clock().now())).isTrue();
        home.blobs().compact(() -> true);
        assertThat(new String(Files.readAllBytes(pack), ISO_8859_1)).doesNotContain(new String(body, ISO_8859_1));
        assertThat(Files.getLastModifiedTime(pack)).isEqualTo(before);
        assertThat(home.read("o1", stays)).isEqualTo(Home.bytes(2, 1_000));
        assertThat(stored.id()).isEqualTo(id);
        assertThat(home.blobs().rebuild(examined -> {})).as("void entries").isZero();
    }

    @Test
    void aBlobThatWasMovedIsRemovedAndOverwritten() throws Exception {
        BlobId id = home.keep("o1", Home.bytes(1, 1_000));
        BlobId dropped = home.keep("o1", Home.bytes(2, 9_000));
        home.clock().move(Duration.ofHours(26));
        home.keep("o1", Home.bytes(3, 1_000));
        home.blobs().remove("o1", dropped, Instant.MAX);
        home.blobs().compact(() -> true);
        Place moved = home.place("o1", id).orElseThrow();
        assertThat(moved.pack()).isEqualTo(2);
        assertThat(home.blobs().remove("o1", id, Instant.MAX)).isTrue();
        byte[] pack = Files.readAllBytes(home.blobs().packs().path(2));
        for (long at = moved.at() + PackEntry.HEADER; at < moved.end(); at++) {
            assertThat(pack[(int) at]).isZero();
        }
    }

    @Test
    void packsWithFewBlobsAreCompacted() throws Exception {
        List<BlobId> ids = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            ids.add(home.keep("o1", Home.bytes(i, 2_000)));
        }
        home.clock().move(Duration.ofHours(26));
        BlobId later = home.keep("o1", Home.bytes(1_000, 2_000));
        Path pack = home.pack("o1", ids.get(0));
        home.blobs().removeAll("o1", ids.subList(0, 79), home.clock().now());
        home.blobs().compact(() -> true);
        assertThat(pack).exists();
        home.blobs().removeAll("o1", ids.subList(79, 85), home.clock().now());
        StoredBlob stored = home.blobs().find("o1", ids.get(150)).orElseThrow();
        home.blobs().compact(() -> true);
        assertThat(pack).doesNotExist();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        stored.send(0, 2_000, out);
        assertThat(out.toByteArray()).as("found before").isEqualTo(Home.bytes(150, 2_000));
        for (int i = 85; i < 200; i++) {
            assertThat(home.read("o1", ids.get(i))).isEqualTo(Home.bytes(i, 2_000));
        }
        assertThat(home.list("o1")).hasSize(116);
        assertThat(home.read("o1", later)).isEqualTo(Home.bytes(1_000, 2_000));
    }

    @Test
    void aBlobThatWaitsForItsCommitDuringACompactionIsRejected() throws Exception {
        PendingBlob pending = home.prepared("o1", Home.bytes(1, 100));
        home.clock().move(Duration.ofHours(26));
        home.keep("o1", Home.bytes(2, 100));
        home.blobs().compact(() -> true);
        assertThatThrownBy(() -> home.commit(pending)).hasMessageContaining("Send it again");
    }
}
