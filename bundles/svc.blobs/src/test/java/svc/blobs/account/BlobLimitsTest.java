package svc.blobs.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.OverQuotaException;
import svc.api.blob.WriteLimit;
import svc.api.identity.Account;
import svc.testkit.SettableMaintenance;

/** The limits on bytes that accounts write and leave unreferenced. */
final class BlobLimitsTest {

    private static final BlobReference NOTE = new BlobReference("Note", 1, 'n');

    @TempDir
    private Path directory;

    @Test
    void limitsTheBytesOfAnAccountPerHour() {
        BlobLimits limits = new BlobLimits(1_000, Long.MAX_VALUE, Long.MAX_VALUE);
        long hour = Duration.ofHours(1).toNanos();
        limits.write(7, 0, 600, 0);
        limits.write(7, 0, 400, hour / 4);

        assertThatThrownBy(() -> limits.write(7, 0, 1, hour / 2)).isInstanceOfSatisfying(WriteLimit.class, limit -> {
            assertThat(limit).hasMessageContaining("[blobs] bytes_per_hour").hasMessageContaining("1800 seconds");
            assertThat(limit.key()).isEqualTo("bytes_per_hour");
            assertThat(limit.retryAfter()).contains(Duration.ofMinutes(30));
        });
        limits.write(8, 0, 1_000, hour / 2);
        limits.write(7, 0, 1_000, hour);
    }

    @Test
    void limitsTheBytesOfARequest() {
        BlobLimits limits = new BlobLimits(Long.MAX_VALUE, 1_000, Long.MAX_VALUE);
        limits.write(7, 0, 1_000, 0);
        limits.write(7, 600, 400, 0);
        assertThatThrownBy(() -> limits.write(7, 600, 401, 0))
                .isInstanceOfSatisfying(
                        WriteLimit.class, limit -> assertThat(limit).hasMessageContaining("[blobs] bytes_per_request"));
    }

    @Test
    void limitsUnreferencedBytesWithoutAQuota() throws IOException {
        try (BlobsFixture fixture = new BlobsFixture(directory)) {
            StoredAccountBlobs blobs = new StoredAccountBlobs(
                    fixture.store,
                    fixture.bytes,
                    new SharedTypes(),
                    new QuotaEnforcement(
                            fixture.people, fixture.clock, new BlobLimits(Long.MAX_VALUE, Long.MAX_VALUE, 10)),
                    new BlobRemoval(fixture.store, fixture.bytes),
                    fixture.clock,
                    new SettableMaintenance());
            Account ann = fixture.account("one", "ann");
            BlobId first = kept(blobs, ann, "12345678");

            assertThatThrownBy(() -> kept(blobs, ann, "abc"))
                    .isInstanceOf(OverQuotaException.class)
                    .hasMessageContaining("[blobs] unreferenced_bytes");
            kept(blobs, ann, "12345678");
            fixture.store.write(StoredAccountBlobs.scope(ann), tx -> blobs.addReference(tx, first, NOTE));
            BlobId second = kept(blobs, ann, "abcdefgh");
            fixture.clock.move(Duration.ofHours(2));
            kept(blobs, ann, "xyz");
            assertThat(blobs.find(ann, second))
                    .as("the oldest gives way after an hour")
                    .isEmpty();
            assertThat(List.of(blobs.find(ann, first))).allMatch(found -> found.isPresent());
        }
    }

    private static BlobId kept(StoredAccountBlobs blobs, Account account, String text) throws IOException {
        try (BlobWriter draft = blobs.newBlob(account)) {
            draft.out().write(text.getBytes(StandardCharsets.UTF_8));
            draft.out().close();
            return blobs.keep(account, draft);
        }
    }
}
