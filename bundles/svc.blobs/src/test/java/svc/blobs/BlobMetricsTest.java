package svc.blobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Account;
import svc.blobs.account.BlobsFixture;
import svc.testkit.RecordedMetrics;

class BlobMetricsTest {

    @TempDir
    Path directory;

    private BlobsFixture fixture;
    private BlobMetrics metrics;
    private Account ann;

    @BeforeEach
    void open() {
        fixture = new BlobsFixture(directory);
        metrics = new BlobMetrics(fixture.store, fixture.losses, fixture.collector, fixture.clock);
        ann = fixture.account("o1", "ann");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void countsABlobOncePerTenant() {
        fixture.upload(ann, "12345");
        fixture.upload(ann, "12345");
        fixture.upload(fixture.account("o1", "bob"), "12345");
        fixture.upload(ann, "123");
        fixture.upload(fixture.account("o2", "eve"), "123");

        assertThat(RecordedMetrics.of(metrics))
                .containsAllEntriesOf(Map.of("blobs", 3.0, "blob_bytes", 11.0, "blobs_collected_total", 0.0));
    }

    @Test
    void readsTheCountsAgainAfterTwentyTimesTheDurationOfTheLastReading() {
        fixture.clock.hurry(Duration.ofHours(1)); // a reading of the counts takes at least an hour
        assertThat(RecordedMetrics.of(metrics)).containsEntry("blobs", 0.0);
        fixture.clock.hurry(Duration.ZERO);
        fixture.upload(ann, "12345");
        assertThat(RecordedMetrics.of(metrics)).containsEntry("blobs", 0.0);
        fixture.clock.hurry(Duration.ofDays(100));
        assertThat(RecordedMetrics.of(metrics)).containsEntry("blobs", 1.0);
    }
}
