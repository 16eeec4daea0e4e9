package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.backup.BlobFiles.Kind;
import svc.api.backup.BlobFiles.StoredFile;
import svc.api.backup.BlobHolds.BlobHold;
import svc.api.blob.BlobId;
import svc.blobs.files.disk.LocalBlobHolds;
import svc.blobs.files.pack.PackEntry;
import svc.blobs.files.pack.Place;

/** Packs and files of blobs while a backup copies them. */
final class HeldPacksTest extends PackFixture {

    private static final byte[] BYTES = Home.bytes(1, 1_000);

    private LocalBlobHolds holds;

    @BeforeEach
    void useHolds() {
        holds = new LocalBlobHolds(home.store(), home.clock());
        home = new PackHome(
                directory, home.store(), PackedBlobs.in(directory, home.store(), home.clock(), holds), home.clock());
    }

    private BlobHold held() {
        return holds.hold("a test", Instant.MAX);
    }

    private static boolean isVoid(byte[] body) {
        for (byte octet : body) {
            if (octet != 0) {
                return false;
            }
        }
        return true;
    }

    private List<StoredFile> files() throws IOException {
        List<StoredFile> files = new ArrayList<>();
        new BlobFileList(home.blobs()).forEach(files::add);
        return files;
    }

    @Test
    void aHeldPackIsNotCompacted() throws Exception {
        BlobId id = home.keep("o1", BYTES);
        BlobId other = home.keep("o1", Home.bytes(2, 9_000));
        Path pack = home.pack("o1", id);
        home.clock().move(Duration.ofHours(26));
        home.keep("o1", Home.bytes(3, 10));
        home.blobs().remove("o1", other, home.clock().now());
        byte[] before = Files.readAllBytes(pack);
        BlobHold hold = held();
        home.blobs().compact(() -> true);
        assertThat(Files.readAllBytes(pack)).isEqualTo(before);
        hold.close();
        home.blobs().compact(() -> true);
        assertThat(pack).doesNotExist();
        assertThat(home.read("o1", id)).isEqualTo(BYTES);
    }

    @Test
    void aPackWhoseLastBlobIsMovedWhenTheHoldBeginsIsKept() throws Exception {
        BlobId id = home.keep("o1", BYTES);
        BlobId other = home.keep("o1", Home.bytes(2, 9_000));
        Path pack = home.pack("o1", id);
        home.clock().move(Duration.ofHours(26));
        home.keep("o1", Home.bytes(3, 10));
        home.blobs().remove("o1", other, home.clock().now());
        List<BlobHold> hold = new ArrayList<>();
        home.blobs().compact(() -> {
            // The compaction asks before it moves each portion.
            if (hold.isEmpty() && home.place("o1", id).orElseThrow().pack() != 1) {
                hold.add(held());
            }
            return true;
        });
        assertThat(hold).as("the test reached the step").hasSize(1);
        assertThat(pack).exists();
        hold.get(0).close();
        home.blobs().compact(() -> true);
        assertThat(pack).doesNotExist();
    }

    @Test
    void anErasureOverwritesOnlyItsOwnEntriesWhileThePacksAreHeld() throws Exception {
        BlobId erased = home.keep("o1", BYTES);
        BlobId rewritten = home.keep("o1", Home.bytes(2, 2_000));
        Place erasedPlace = home.place("o1", erased).orElseThrow();
        Place former = home.place("o1", rewritten).orElseThrow();
        BlobHold hold = held();
        home.keep("o1", Home.bytes(2, 2_000));
        assertThat(home.blobs().removeAll("o1", List.of(erased), Instant.MAX)).containsExactly(erased);
        assertThat(isVoid(body(erasedPlace))).isTrue();
        assertThat(isVoid(body(former)))
                .as("the entry that an image may refer to")
                .isFalse();
        hold.close();
        home.blobs().compact(() -> true);
        assertThat(isVoid(body(former))).isTrue();
        assertThat(home.hasDeadEntries()).isFalse();
    }

    @Test
    void listHasKeysBlobsAndSealedPacks() throws Exception {
        BlobId small = home.keep("o1", BYTES);
        BlobId large = home.keep("o1", Home.bytes(4, PackEntry.LARGEST + 1));
        home.keep("o2", Home.bytes(5, PackEntry.LARGEST + 1));
        List<StoredFile> files = files();
        assertThat(files)
                .extracting(StoredFile::kind)
                .containsExactly(Kind.KEYS, Kind.BLOB, Kind.KEYS, Kind.BLOB, Kind.PACK);
        Path data = directory.resolve("data");
        for (StoredFile file : files) {
            assertThat(data.resolve(file.path())).hasSize(file.size());
            assertThat(file.immutable()).isEqualTo(file.kind() == Kind.BLOB);
        }
        assertThat(files.get(0).path()).isEqualTo("blobs/o1/keys");
        assertThat(files.get(1).path()).startsWith("blobs/o1/").endsWith(large.toString());
        assertThat(data.resolve(files.get(4).path())).isEqualTo(home.pack("o1", small));
        home.keep("o1", Home.bytes(6, 10));
        assertThat(data.resolve(files.get(4).path()))
                .as("the sealed pack does not grow")
                .hasSize(files.get(4).size());
    }

    @Test
    void overwrittenPackHasALaterTimeOfChange() throws Exception {
        BlobId id = home.keep("o1", BYTES);
        home.keep("o1", Home.bytes(2, 10));
        StoredFile before = files().get(1);
        home.blobs().removeAll("o1", List.of(id), Instant.MAX);
        StoredFile after = files().get(1);
        assertThat(after.path()).isEqualTo(before.path());
        assertThat(after.size()).isEqualTo(before.size());
        assertThat(after.changed()).isAfter(before.changed());
    }
}
