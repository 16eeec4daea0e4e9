package svc.cap.websocket;

import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of sockets.
 *
 * @param open open sockets
 * @param requests requests received
 */
record WebSocketMetrics(LongAdder open, LongAdder requests) {

    WebSocketMetrics() {
        this(new LongAdder(), new LongAdder());
    }
}
