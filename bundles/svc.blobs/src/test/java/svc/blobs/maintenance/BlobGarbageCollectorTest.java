package svc.blobs.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.identity.Account;
import svc.blobs.account.BlobsFixture;
import svc.blobs.maintenance.BlobGarbageCollector.Result;
import svc.testkit.Covers;

class BlobGarbageCollectorTest {

    private static final BlobReference NOTE = new BlobReference("Note", 3, 'n');

    @TempDir
    Path directory;

    private BlobsFixture fixture;
    private Account ann;
    private Account bob;

    @BeforeEach
    void open() {
        fixture = new BlobsFixture(directory);
        ann = fixture.account("o1", "ann");
        bob = fixture.account("o1", "bob");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void touched(BlobId id, Instant at) {
        fixture.bytes.touch("o1", id, Optional.of(at));
    }

    private boolean stored(BlobId id) {
        return fixture.bytes.find("o1", id).isPresent();
    }

    @Test
    @Covers(value = "BLOB-04", part = "what goes and what stays")
    void removesUnreferencedBlobsADayAfterTheirFileTimestamp() {
        BlobId young = fixture.upload(ann, "young");
        BlobId old = fixture.upload(ann, "old");
        BlobId needed = fixture.upload(ann, "needed");
        fixture.refer(ann, needed, NOTE);
        Instant day = fixture.clock.now().minus(Duration.ofHours(24));
        touched(young, day.plusMillis(1));
        touched(old, day);
        touched(needed, day.minus(Duration.ofDays(400)));
        assertThat(fixture.collector.loose()).isEqualTo(new Result(1, 1, 0));
        assertThat(fixture.collector.strays()).isEqualTo(new Result(0, 0, 0));
        assertThat(stored(young)).isTrue();
        assertThat(stored(old)).isFalse();
        assertThat(fixture.blobs.find(ann, old)).isEmpty();
        assertThat(stored(needed)).isTrue();
        fixture.release(ann, needed, NOTE);
        assertThat(fixture.collector.loose().blobs()).isEqualTo(1);
        assertThat(stored(needed)).isFalse();
    }

    @Test
    @Covers(value = "BLOB-05", part = "what goes and what stays")
    void keepsBlobsWithUnreadableTimestamps() {
        BlobId future = fixture.upload(ann, "from the future");
        BlobId unread = fixture.upload(ann, "unreadable");
        fixture.clock.move(Duration.ofDays(3));
        touched(future, fixture.clock.now().plus(Duration.ofDays(365)));
        fixture.bytes.touch("o1", unread, Optional.empty());
        assertThat(fixture.collector.loose()).isEqualTo(new Result(0, 0, 2));
        fixture.erase(ann);
        fixture.collector.strays();
        assertThat(stored(future)).isTrue();
        assertThat(stored(unread)).isTrue();
    }

    @Test
    void keepsTheBytesForOtherHolders() {
        BlobId id = fixture.upload(ann, "both");
        fixture.upload(bob, "both");
        fixture.refer(bob, id, NOTE);
        fixture.clock.move(Duration.ofDays(2));
        assertThat(fixture.collector.loose()).isEqualTo(new Result(1, 0, 0));
        assertThat(fixture.text(bob, id)).hasValue("both");
        assertThat(fixture.text(ann, id)).isEmpty();
    }

    @Test
    void aRepeatedUploadRestartsTheDay() {
        BlobId id = fixture.upload(ann, "again");
        fixture.clock.move(Duration.ofHours(23));
        fixture.upload(ann, "again");
        fixture.clock.move(Duration.ofHours(23));
        assertThat(fixture.collector.loose()).isEqualTo(new Result(0, 0, 0));
        fixture.clock.move(Duration.ofHours(1));
        assertThat(fixture.collector.loose()).isEqualTo(new Result(1, 1, 0));
        assertThat(stored(id)).isFalse();
    }

    @Test
    void collectsFilesThatAreNotInTheDatabase() throws Exception {
        fixture.upload(ann, "so that the organization is known");
        BlobId id = stray("o1", 1);
        assertThat(fixture.collector.strays()).isEqualTo(new Result(0, 0, 0));
        fixture.clock.move(Duration.ofHours(24));
        fixture.collector.loose();
        assertThat(fixture.collector.strays()).isEqualTo(new Result(0, 1, 0));
        assertThat(stored(id)).isFalse();
        assertThat(fixture.bytes.quarantined()).isEmpty();
    }

    private BlobId stray(String organization, int content) throws IOException {
        try (var draft = fixture.bytes.newBlob(organization)) {
            draft.out().write(content);
            draft.out().close();
            return draft.commit();
        }
    }

    @Test
    void keepsFilesOfUnknownOrganizations() throws Exception {
        BlobId id = stray("o7", 1);
        fixture.clock.move(Duration.ofDays(400));
        assertThat(fixture.collector.loose()).isEqualTo(new Result(0, 0, 0));
        assertThat(fixture.collector.strays()).isEqualTo(new Result(0, 0, 0, 1));
        assertThat(fixture.bytes.find("o7", id)).isPresent();
    }

    @Test
    void quarantinesFilesFromBeforeARestore() throws Exception {
        BlobId uploaded = fixture.upload(ann, "brought before the copy was made");
        BlobId destroyed = fixture.upload(ann, "destroyed after the restore");
        fixture.refer(ann, destroyed, NOTE);
        Instant restored = fixture.clock.now().plus(Duration.ofHours(1));
        BlobsFixture before = fixture;
        before.close();
        fixture = BlobsFixture.restored(directory, restored, before);
        BlobId lost = stray("o1", 1);
        fixture.clock.move(Duration.ofHours(2));
        BlobId later = stray("o1", 2);
        fixture.release(ann, destroyed, NOTE);
        fixture.clock.move(Duration.ofDays(2));
        assertThat(fixture.collector.loose()).isEqualTo(new Result(2, 2, 0));
        assertThat(fixture.collector.strays()).isEqualTo(new Result(0, 2, 0));
        assertThat(fixture.bytes.quarantined()).containsExactlyInAnyOrder(uploaded, lost);
        assertThat(stored(later)).isFalse();
        assertThat(stored(destroyed)).isFalse();
    }

    @Test
    void collectsManyBlobsInPortions() {
        for (int i = 0; i < 150; i++) {
            fixture.upload(i % 2 == 0 ? ann : bob, "blob " + i / 2);
        }
        fixture.clock.move(Duration.ofDays(2));
        assertThat(fixture.collector.loose()).isEqualTo(new Result(150, 75, 0));
        assertThat(fixture.bytes.list("o1", Optional.empty(), 10)).isEmpty();
    }

    @Test
    @Covers(value = "BLOB-04", part = "what goes and what stays")
    void removesAnUploadThatACrashInterruptedBeforeItsRowWasWritten() throws IOException {
        try (BlobsFixture packed =
                BlobsFixture.onDisk(Files.createDirectory(directory.resolve("packed")), directory.resolve("home"))) {
            Account eve = packed.account("o1", "eve");
            packed.upload(eve, "committed");
            prepared(packed, "interrupted");
            packed.clock.move(Duration.ofDays(2));
            BlobId last = packed.upload(eve, "in the next pack");
            assertThat(packed.collector.all().blobs()).isEqualTo(2);
            assertThat(packed.kept.list("o1", Optional.empty(), 10)).containsExactly(last);
        }
    }

    private static BlobId prepared(BlobsFixture fixture, String text) throws IOException {
        try (BlobWriter draft = fixture.kept.newBlob("o1")) {
            try (OutputStream out = draft.out()) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            return draft.prepare().id();
        }
    }
}
