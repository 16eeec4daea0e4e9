package svc.cap.websocket;

import java.util.concurrent.atomic.LongAdder;

/**
 * What is counted of sockets.
 *
 * @param open conversations that are going on
 * @param requests requests that came
 */
record Meters(LongAdder open, LongAdder requests) {

    Meters() {
        this(new LongAdder(), new LongAdder());
    }
}
