package svc.push;

import java.util.concurrent.atomic.LongAdder;

/**
 * What is counted of streams.
 *
 * @param events state events that were written
 * @param refused streams beyond the limit of an account
 * @param stalled streams that were ended because their client did not read
 */
record EventMeters(LongAdder events, LongAdder refused, LongAdder stalled) {

    EventMeters() {
        this(new LongAdder(), new LongAdder(), new LongAdder());
    }
}
