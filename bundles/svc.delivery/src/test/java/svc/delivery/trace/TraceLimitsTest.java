package svc.delivery.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.store.Scope;
import svc.delivery.intake.Arrivals;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** The limits of the mail trace: its age, its size, and floods of refusals. */
final class TraceLimitsTest {

    private static final int DAYS = 2;
    private static final long MOST = 1_000;

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.delivery")
            .configured("svc.mail.trace", Map.of("days", DAYS, "most.events", MOST));

    private final Traces traces = new Traces(SERVER);

    /** Adds events of the past, as if they had been recorded then. */
    private static void fill(int events, Instant at) {
        SERVER.store().write(Scope.system(), tx -> {
            TracedMessage message = TracedMessage.queued(TraceId.of("q1"), "carl@far.test");
            for (int i = 0; i < events; i++) {
                TraceRows.insert(
                        tx.sql(),
                        0,
                        message,
                        TraceEvent.refused(Optional.empty(), Optional.empty(), "550 5.0.0 x"),
                        at);
            }
            return events;
        });
    }

    /** Deletes all events, and lets the next hour of refusals begin. */
    private void clear() {
        SERVER.advance(Duration.ofHours(1));
        traces.stored().flush();
        SERVER.store().write(Scope.system(), tx -> tx.sql().update("DELETE FROM mail_trace"));
    }

    private void awaitCount(long expected) {
        SERVER.user("ann@limits.test").await("the sweep", () -> traces.count() == expected);
    }

    @Test
    void oldEventsAreDeletedOnceAnHour() {
        clear();
        Instant now = SERVER.now();
        fill(60, now.minus(Duration.ofDays(DAYS)).plus(Duration.ofMinutes(59)));
        fill(70, now.minus(Duration.ofDays(DAYS)).plus(Duration.ofMinutes(61)));
        SERVER.advance(Duration.ofMinutes(59));
        assertThat(traces.count()).isEqualTo(130);
        SERVER.advance(Duration.ofMinutes(1));
        awaitCount(70);
    }

    @Test
    void oldestEventsAreDeletedIfThereAreTooMany() {
        clear();
        fill((int) MOST, SERVER.now());
        fill(120, SERVER.now());
        SERVER.advance(Duration.ofHours(1));
        awaitCount(MOST);
    }

    @Test
    void sliceOfTheSweepEndsWhenAWriteWaits() {
        clear();
        fill(120, SERVER.now());
        Instant later = SERVER.now().plusSeconds(1);
        boolean remains =
                SERVER.store().write(Scope.system(), tx -> TraceRows.purge(tx.sql(), later, MOST, () -> false));
        assertThat(remains).isTrue();
        assertThat(traces.count()).isEqualTo(120 - TraceRows.PORTION);
        clear();
    }

    @Test
    void floodOfOneClientIsDroppedAndCounted() {
        clear();
        long before = traces.dropped();
        for (int i = 0; i < 5_000; i++) {
            traces.refuse(Traces.client(1), "0123456789ab-1", "carl@far.test", "x@flood.test");
        }
        traces.refuse(Traces.client(2), "0123456789ac-1", "carl@far.test", "x@flood.test");
        traces.stored().flush();
        assertThat(traces.count()).isEqualTo(RefusalLimit.MOST_OF_CLIENT + 1);
        assertThat(traces.dropped() - before).isEqualTo(5_000 - RefusalLimit.MOST_OF_CLIENT);
        SERVER.advance(Duration.ofHours(1));
        traces.refuse(Traces.client(1), "0123456789ab-2", "carl@far.test", "x@flood.test");
        assertThat(traces.of("0123456789ab-2").path("events"))
                .as("in the next hour")
                .hasSize(1);
    }

    @Test
    void bufferIsBounded() {
        clear();
        long before = traces.dropped();
        int events = 2 * StoredMailTrace.CAPACITY;
        IntStream.range(0, events)
                .parallel()
                .forEach(i -> traces.refuse(Traces.client(i), "0123456789ad-1", "carl@far.test", "x@buffer.test"));
        traces.stored().flush();
        assertThat(traces.count()).isEqualTo(StoredMailTrace.CAPACITY);
        assertThat(traces.dropped() - before).isEqualTo(events - StoredMailTrace.CAPACITY);
        clear();
    }

    @Test
    void refusalsOfAnHourAreBounded() {
        clear();
        long before = traces.dropped();
        int events = RefusalLimit.MOST + 10;
        for (int i = 0; i < events; i++) {
            traces.refuse(Traces.client(i), "0123456789ae-1", "carl@far.test", "x@hour.test");
            if (i % StoredMailTrace.CAPACITY == 0) {
                traces.stored().flush();
            }
        }
        assertThat(traces.dropped() - before).isEqualTo(events - RefusalLimit.MOST);
        clear();
    }

    @Test
    void refusalsAreWrittenWithinASecondWithoutBeingAskedFor() {
        clear();
        traces.refuse(Traces.client(3), "0123456789af-1", "carl@far.test", "x@second.test");
        assertThat(traces.count()).isZero();
        SERVER.advance(StoredMailTrace.PAUSE);
        awaitCount(1);
    }

    @Test
    void acceptedMessagesAreRecordedDuringAFlood() throws IOException {
        clear();
        LocalMailUser.of(SERVER, "ann@limits.test");
        for (int i = 0; i < 3 * StoredMailTrace.CAPACITY; i++) {
            traces.refuse(Traces.client(i), "0123456789b0-1", "carl@far.test", "x@limits.test");
        }
        new Arrivals(SERVER).smtp(Arrivals.message("meanwhile"), "ann@limits.test");
        assertThat(traces.of("meanwhile@far.test").path("events")).hasSize(1);
        clear();
    }
}
