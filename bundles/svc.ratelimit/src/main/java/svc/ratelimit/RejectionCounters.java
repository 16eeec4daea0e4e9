package svc.guard;

import java.util.concurrent.atomic.LongAdder;

/** How often somebody was refused, and for what. */
record Refused(LongAdder address, LongAdder account, LongAdder banned, LongAdder signIns) {

    Refused() {
        this(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());
    }
}
