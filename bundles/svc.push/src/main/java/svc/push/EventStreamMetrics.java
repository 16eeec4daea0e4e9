package svc.push;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counters of event streams.
 *
 * @param events events that were written
 * @param refused streams refused because of the limit of an account
 * @param stalled streams ended because the client did not read
 */
record EventStreamMetrics(LongAdder events, LongAdder refused, LongAdder stalled) {

    EventStreamMetrics() {
        this(new LongAdder(), new LongAdder(), new LongAdder());
    }
}
