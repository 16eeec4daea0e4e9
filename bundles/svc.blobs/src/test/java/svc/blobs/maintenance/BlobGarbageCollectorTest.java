package svc.blobs.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.identity.Account;
import svc.blobs.account.BlobsFixture;
import svc.blobs.maintenance.BlobGarbageCollector.Result;
import svc.testkit.Covers;

class BlobGarbageCollectorTest {

    private static final BlobReference NOTE = new BlobReference("Note", 3, 'n');

    @TempDir
    Path directory;

    private BlobsFixture depot;
    private Account ann;
    private Account bob;

    @BeforeEach
    void open() {
        depot = new BlobsFixture(directory);
        ann = depot.account("o1", "ann");
        bob = depot.account("o1", "bob");
    }

    @AfterEach
    void close() {
        depot.close();
    }

    private void touched(BlobId id, Instant at) {
        depot.bytes.touch("o1", id, Optional.of(at));
    }

    private boolean stored(BlobId id) {
        return depot.bytes.find("o1", id).isPresent();
    }

    @Test
    @Covers(value = "BLOB-04", part = "what goes and what stays")
    void removesUnreferencedBlobsADayAfterTheirFileTimestamp() {
        BlobId young = depot.upload(ann, "young");
        BlobId old = depot.upload(ann, "old");
        BlobId needed = depot.upload(ann, "needed");
        depot.refer(ann, needed, NOTE);
        Instant day = depot.clock.now().minus(Duration.ofHours(24));
        touched(young, day.plusMillis(1));
        touched(old, day);
        touched(needed, day.minus(Duration.ofDays(400)));
        assertThat(depot.collector.loose()).isEqualTo(new Result(1, 1, 0));
        assertThat(depot.collector.strays()).isEqualTo(new Result(0, 0, 0));
        assertThat(stored(young)).isTrue();
        assertThat(stored(old)).isFalse();
        assertThat(depot.blobs.find(ann, old)).isEmpty();
        assertThat(stored(needed)).isTrue();
        depot.release(ann, needed, NOTE);
        assertThat(depot.collector.loose().blobs()).isEqualTo(1);
        assertThat(stored(needed)).isFalse();
    }

    @Test
    @Covers(value = "BLOB-05", part = "what goes and what stays")
    void keepsBlobsWithUnreadableTimestamps() {
        BlobId future = depot.upload(ann, "from the future");
        BlobId unread = depot.upload(ann, "unreadable");
        depot.clock.move(Duration.ofDays(3));
        touched(future, depot.clock.now().plus(Duration.ofDays(365)));
        depot.bytes.touch("o1", unread, Optional.empty());
        assertThat(depot.collector.loose()).isEqualTo(new Result(0, 0, 2));
        depot.erase(ann);
        depot.collector.strays();
        assertThat(stored(future)).isTrue();
        assertThat(stored(unread)).isTrue();
    }

    @Test
    void keepsTheBytesForOtherHolders() {
        BlobId id = depot.upload(ann, "both");
        depot.upload(bob, "both");
        depot.refer(bob, id, NOTE);
        depot.clock.move(Duration.ofDays(2));
        assertThat(depot.collector.loose()).isEqualTo(new Result(1, 0, 0));
        assertThat(depot.text(bob, id)).hasValue("both");
        assertThat(depot.text(ann, id)).isEmpty();
    }

    @Test
    void aRepeatedUploadRestartsTheDay() {
        BlobId id = depot.upload(ann, "again");
        depot.clock.move(Duration.ofHours(23));
        depot.upload(ann, "again");
        depot.clock.move(Duration.ofHours(23));
        assertThat(depot.collector.loose()).isEqualTo(new Result(0, 0, 0));
        depot.clock.move(Duration.ofHours(1));
        assertThat(depot.collector.loose()).isEqualTo(new Result(1, 1, 0));
        assertThat(stored(id)).isFalse();
    }

    @Test
    void collectsFilesThatAreNotInTheDatabase() throws Exception {
        depot.upload(ann, "so that the organization is known");
        BlobId id = stray("o1", 1);
        assertThat(depot.collector.strays()).isEqualTo(new Result(0, 0, 0));
        depot.clock.move(Duration.ofHours(24));
        depot.collector.loose();
        assertThat(depot.collector.strays()).isEqualTo(new Result(0, 1, 0));
        assertThat(stored(id)).isFalse();
        assertThat(depot.bytes.quarantined()).isEmpty();
    }

    private BlobId stray(String organization, int content) throws IOException {
        try (var draft = depot.bytes.newBlob(organization)) {
            draft.out().write(content);
            draft.out().close();
            return draft.commit();
        }
    }

    @Test
    void keepsFilesOfUnknownOrganizations() throws Exception {
        BlobId id = stray("o7", 1);
        depot.clock.move(Duration.ofDays(400));
        assertThat(depot.collector.loose()).isEqualTo(new Result(0, 0, 0));
        assertThat(depot.collector.strays()).isEqualTo(new Result(0, 0, 0, 1));
        assertThat(depot.bytes.find("o7", id)).isPresent();
    }

    @Test
    void quarantinesFilesFromBeforeARestore() throws Exception {
        BlobId uploaded = depot.upload(ann, "brought before the copy was made");
        BlobId destroyed = depot.upload(ann, "destroyed after the restore");
        depot.refer(ann, destroyed, NOTE);
        Instant restored = depot.clock.now().plus(Duration.ofHours(1));
        BlobsFixture before = depot;
        before.close();
        depot = BlobsFixture.restored(directory, restored, before);
        BlobId lost = stray("o1", 1);
        depot.clock.move(Duration.ofHours(2));
        BlobId later = stray("o1", 2);
        depot.release(ann, destroyed, NOTE);
        depot.clock.move(Duration.ofDays(2));
        assertThat(depot.collector.loose()).isEqualTo(new Result(2, 2, 0));
        assertThat(depot.collector.strays()).isEqualTo(new Result(0, 2, 0));
        assertThat(depot.bytes.quarantined()).containsExactlyInAnyOrder(uploaded, lost);
        assertThat(stored(later)).isFalse();
        assertThat(stored(destroyed)).isFalse();
    }

    @Test
    void collectsManyBlobsInPortions() {
        for (int i = 0; i < 150; i++) {
            depot.upload(i % 2 == 0 ? ann : bob, "blob " + i / 2);
        }
        depot.clock.move(Duration.ofDays(2));
        assertThat(depot.collector.loose()).isEqualTo(new Result(150, 75, 0));
        assertThat(depot.bytes.list("o1", Optional.empty(), 10)).isEmpty();
    }
}
