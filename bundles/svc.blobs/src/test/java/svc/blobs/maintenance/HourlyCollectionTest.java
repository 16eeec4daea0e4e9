package svc.blobs.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.api.identity.Account;
import svc.api.lifecycle.MaintenanceWindow;
import svc.blobs.account.BlobsFixture;
import svc.testkit.Eventually;
import svc.testkit.SettableMaintenance;

class HourlyCollectionTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private Path directory;

    private final SettableMaintenance maintenance = new SettableMaintenance();
    private final Window window = new Window();
    private BlobsFixture fixture;
    private HourlyCollection hourly;

    /** A window that the test opens. */
    private static final class Window implements MaintenanceWindow {

        private final AtomicInteger asked = new AtomicInteger();
        private volatile Instant last = Instant.MIN;
        private volatile boolean open;

        @Override
        public boolean permits(Instant begun) {
            last = begun;
            boolean permits = open;
            asked.incrementAndGet();
            return permits;
        }

        void awaitAsked(int times) {
            Eventually.until("the window was asked", () -> asked.get() == times);
        }
    }

    @BeforeEach
    void open() {
        fixture = new BlobsFixture(directory);
        hourly = new HourlyCollection(fixture.collector, fixture.clock, maintenance, window);
    }

    @AfterEach
    void close() {
        hourly.stop();
        fixture.close();
    }

    private BlobId withoutRow() throws IOException {
        try (var draft = fixture.bytes.newBlob("o1")) {
            draft.out().write(1);
            draft.out().close();
            return draft.commit();
        }
    }

    private boolean stored(BlobId id) {
        return fixture.bytes.find("o1", id).isPresent();
    }

    @Test
    void heavyWorkWaitsForTheWindowAndTheRestDoesNot() throws Exception {
        Account ann = fixture.account("o1", "ann");
        Instant start = fixture.clock.now();
        BlobId unreferenced = fixture.upload(ann, "unreferenced");
        BlobId withoutRow = withoutRow();
        fixture.clock.move(Duration.ofHours(25));
        window.awaitAsked(1);
        assertThat(window.last).isEqualTo(start);
        assertThat(stored(unreferenced)).isFalse();
        assertThat(stored(withoutRow)).isTrue();
        window.open = true;
        fixture.clock.move(HOUR);
        Eventually.until("bytes without a row are removed", () -> !stored(withoutRow));
        Instant begun = fixture.clock.now();
        fixture.clock.move(HOUR);
        window.awaitAsked(3);
        assertThat(window.last).isEqualTo(begun);
    }

    @Test
    void nothingIsCollectedDuringAReadOnlyMaintenance() {
        Account ann = fixture.account("o1", "ann");
        BlobId unreferenced = fixture.upload(ann, "unreferenced");
        maintenance.beginReadOnly();
        fixture.clock.move(Duration.ofHours(25));
        hourly.stop();
        assertThat(window.asked).hasValue(0);
        assertThat(stored(unreferenced)).isTrue();
    }
}
