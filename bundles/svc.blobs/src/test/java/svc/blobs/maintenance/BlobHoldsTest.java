package svc.blobs.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.backup.BlobHolds;
import svc.api.backup.BlobHolds.BlobHold;
import svc.api.blob.BlobId;
import svc.api.identity.Account;
import svc.blobs.account.BlobsFixture;
import svc.blobs.account.StoredAccountBlobs;

/** Holds of blobs, and what the garbage collector does meanwhile. */
final class BlobHoldsTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private Path directory;

    private BlobsFixture fixture;
    private Account ann;
    private BlobId old;

    @BeforeEach
    void open() {
        fixture = new BlobsFixture(directory);
        ann = fixture.account("o1", "ann");
        old = fixture.upload(ann, "old");
        fixture.clock.move(Duration.ofDays(2));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Instant in(Duration time) {
        return fixture.clock.now().plus(time);
    }

    private boolean stored() {
        return fixture.bytes.find("o1", old).isPresent();
    }

    @Test
    void collectorRemovesNothingWhileAHoldIsInForce() {
        try (BlobHold hold = fixture.holds.hold("a test", in(HOUR))) {
            assertThat(fixture.holds.isHeld()).isTrue();
            assertThat(fixture.collector.all().blobs()).isZero();
            assertThat(stored()).isTrue();
            assertThat(fixture.blobs.find(ann, old)).as("its row").isPresent();
            assertThat(hold.isInForce()).isTrue();
        }
        assertThat(fixture.holds.isHeld()).isFalse();
        assertThat(fixture.collector.all().blobs()).isEqualTo(1);
        assertThat(stored()).isFalse();
    }

    @Test
    void bytesWithoutARowStayWhileAHoldIsInForce() {
        fixture.clock.move(Duration.ofDays(-2));
        BlobId stray = fixture.upload(ann, "stray");
        fixture.store.write(
                StoredAccountBlobs.scope(ann),
                tx -> tx.sql().update("DELETE FROM blob_right WHERE account = :account"));
        fixture.clock.move(Duration.ofDays(2));
        try (BlobHold hold = fixture.holds.hold("a test", in(HOUR))) {
            assertThat(fixture.collector.strays().blobs()).isZero();
            assertThat(hold.isInForce()).isTrue();
        }
        assertThat(fixture.bytes.find("o1", stray)).isPresent();
        assertThat(fixture.collector.strays().blobs()).isEqualTo(2);
    }

    @Test
    void holdEndsAtItsTimeUnlessItIsRenewed() {
        BlobHold hold = fixture.holds.hold("a test", in(HOUR));
        fixture.clock.move(Duration.ofMinutes(59));
        assertThat(hold.renew(in(HOUR))).isEqualTo(in(HOUR));
        fixture.clock.move(Duration.ofMinutes(59));
        assertThat(hold.isInForce()).isTrue();
        fixture.clock.move(Duration.ofMinutes(1));
        assertThat(fixture.holds.isHeld()).isFalse();
        assertThatThrownBy(() -> hold.renew(in(HOUR)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("may have been removed");
        assertThat(fixture.collector.all().blobs()).isEqualTo(1);
    }

    @Test
    void noHoldIsLongerThanSixHours() {
        Instant latest = in(BlobHolds.LONGEST);
        BlobHold hold = fixture.holds.hold("a test", in(Duration.ofDays(9)));
        fixture.clock.move(Duration.ofHours(5));
        assertThat(hold.renew(in(Duration.ofHours(2)))).isEqualTo(latest);
        fixture.clock.move(HOUR);
        assertThat(hold.isInForce()).isFalse();
        fixture.clock.move(HOUR.negated());
        assertThat(hold.isInForce()).as("a hold that ended never comes back").isFalse();
    }

    @Test
    void oneOfTwoHoldsIsEnough() {
        BlobHold first = fixture.holds.hold("one", in(HOUR));
        BlobHold second = fixture.holds.hold("other", in(HOUR));
        first.close();
        assertThat(fixture.holds.isHeld()).isTrue();
        second.close();
        assertThat(fixture.holds.isHeld()).isFalse();
    }
}
