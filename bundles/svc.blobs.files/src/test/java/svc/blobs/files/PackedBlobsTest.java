package svc.blobs.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.PendingBlob;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.store.Scope;
import svc.api.time.Clock;
import svc.blobs.files.pack.PackEntry;
import svc.blobs.files.pack.Place;
import svc.testkit.BlobStoreContract;
import svc.testkit.Covers;

/** Small blobs are entries of packs. */
final class PackedBlobsTest extends BlobStoreContract {

    @TempDir
    private Path directory;

    @SuppressWarnings("NullAway.Init") // opened before each test
    private PackHome home;

    @Override
    protected BlobStore open(Clock clock) throws IOException {
        home = PackHome.started(directory, clock());
        return home.blobs();
    }

    @Override
    protected void close(BlobStore store) {
        home.close();
    }

    @Override
    protected void damage(BlobStore store, String organization, BlobId id) throws IOException {
        Place place = home.place(organization, id).orElseThrow();
        PackHome.flip(home.pack(organization, id), place.at() + PackEntry.HEADER + place.length() / 2);
    }

    @Test
    void onlySmallBlobsAreInPacks() throws Exception {
        BlobId largest = home.keep("o1", Home.bytes(1, PackEntry.LARGEST));
        BlobId larger = home.keep("o1", Home.bytes(2, PackEntry.LARGEST + 1));
        assertThat(home.place("o1", largest)).isPresent();
        assertThat(home.place("o1", larger)).isEmpty();
        assertThat(home.blobs().files().list("o1", Optional.empty(), 9)).containsExactly(larger);
        assertThat(home.list("o1")).containsExactlyInAnyOrder(largest, larger);
        assertThat(home.blobs().packs().numbers()).containsExactly(1);
    }

    @Test
    void blobsSurviveARestartAndANewPackIsBegun() throws Exception {
        BlobId first = home.keep("o1", Home.bytes(1, 5_000));
        home = home.restarted();
        BlobId second = home.keep("o1", Home.bytes(2, 5_000));
        assertThat(home.place("o1", second).orElseThrow().pack()).isEqualTo(2);
        assertThat(home.read("o1", first)).isEqualTo(Home.bytes(1, 5_000));
        assertThat(home.read("o1", second)).isEqualTo(Home.bytes(2, 5_000));
    }

    @Test
    void aPackIsSealedAfterAnHour() throws Exception {
        BlobId first = home.keep("o1", Home.bytes(1, 100));
        clock().move(Duration.ofMinutes(60));
        BlobId second = home.keep("o1", Home.bytes(2, 100));
        clock().move(Duration.ofMinutes(1));
        BlobId third = home.keep("o1", Home.bytes(3, 100));
        assertThat(home.place("o1", second).orElseThrow().pack())
                .isEqualTo(home.place("o1", first).orElseThrow().pack())
                .isEqualTo(home.place("o1", third).orElseThrow().pack() - 1);
    }

    @Test
    void filesOfAnEarlierReleaseAreReadListedAndRemoved() throws Exception {
        BlobId id = Home.keep(home.blobs().files(), "o1", Home.bytes(1, 5_000));
        home = home.restarted();
        assertThat(home.read("o1", id)).isEqualTo(Home.bytes(1, 5_000));
        assertThat(home.list("o1")).containsExactly(id);
        assertThat(home.keep("o1", Home.bytes(1, 5_000))).isEqualTo(id);
        assertThat(home.place("o1", id)).isPresent();
        assertThat(home.list("o1")).containsExactly(id);
        assertThat(home.blobs().remove("o1", id, clock().now())).isTrue();
        assertThat(home.blobs().find("o1", id)).isEmpty();
        assertThat(home.list("o1")).isEmpty();
    }

    @Test
    void aBlobExistsAfterTheCommitOfItsTransaction() throws Exception {
        PendingBlob pending = home.prepared("o1", Home.bytes(1, 100));
        assertThat(home.blobs().find("o1", pending.id())).isEmpty();
        assertThatThrownBy(() -> home.store().write(Scope.system(), tx -> {
                    pending.commitIn(tx);
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(home.blobs().find("o1", pending.id())).isEmpty();
        home.commit(pending);
        assertThat(home.read("o1", pending.id())).isEqualTo(Home.bytes(1, 100));
        pending.discard();
        assertThat(home.read("o1", pending.id())).as("committed").isEqualTo(Home.bytes(1, 100));
    }

    @Test
    void discardedBytesAreOverwritten() throws Exception {
        PendingBlob pending = home.prepared("o1", Home.bytes(1, 100));
        byte[] before = Files.readAllBytes(home.blobs().packs().path(1));
        pending.discard();
        byte[] after = Files.readAllBytes(home.blobs().packs().path(1));
        assertThat(after).hasSameSizeAs(before);
        assertThat(new String(after, ISO_8859_1)).doesNotContain("svcblob");
    }

    @Test
    @Covers(
            value = {"BLOB-04", "BLOB-05"},
            part = "the store of blobs")
    void aBlobIsAsOldAsTheTimestampOfItsPack() throws Exception {
        BlobId id = home.keep("o1", new byte[10]);
        Instant now = clock().now();
        Instant dayAgo = now.minus(Duration.ofHours(24));
        Path pack = home.pack("o1", id);
        Files.setLastModifiedTime(pack, FileTime.from(now.plus(Duration.ofDays(365))));
        assertThat(home.blobs().remove("o1", id, Instant.MAX)).isFalse();
        Files.setLastModifiedTime(pack, FileTime.from(dayAgo.plus(Duration.ofMinutes(1))));
        assertThat(home.blobs().remove("o1", id, dayAgo)).isFalse();
        Files.setLastModifiedTime(pack, FileTime.from(dayAgo.minus(Duration.ofMinutes(1))));
        assertThat(home.blobs().remove("o1", id, dayAgo)).isTrue();
        assertThat(home.blobs().find("o1", id)).isEmpty();
    }

    @Test
    void aBlobIsRemovedAtOnceAlthoughOthersAreWrittenToItsPack() throws Exception {
        BlobId id = home.keep("o1", Home.bytes(1, 1_000));
        clock().move(Duration.ofMinutes(1));
        home.keep("o1", Home.bytes(2, 1_000));
        assertThat(home.blobs().remove("o1", id, Instant.MAX)).isTrue();
        assertThat(home.blobs().find("o1", id)).isEmpty();
    }

    @Test
    void aConcurrentlyRemovedBlobIsNotDamaged() throws Exception {
        BlobId id = home.keep("o1", new byte[10]);
        StoredBlob stored = home.blobs().find("o1", id).orElseThrow();
        assertThat(home.blobs().remove("o1", id, Instant.MAX)).isTrue();
        assertThatThrownBy(() -> stored.send(0, 10, new ByteArrayOutputStream()))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(home.blobs().files().tally().damages()).isZero();
    }

    @Test
    void quarantineMovesABlobOutOfItsPack() throws Exception {
        BlobId id = home.keep("o1", Home.bytes(3, 100));
        clock().move(Duration.ofDays(2));
        assertThat(home.blobs().quarantine("o1", id, clock().now().minus(Duration.ofDays(1))))
                .isTrue();
        assertThat(home.blobs().find("o1", id)).isEmpty();
        assertThat(directory.resolve(
                        "data/quarantine/" + clock().now().toString().substring(0, 10) + "/o1/" + id))
                .isRegularFile();
    }
}
