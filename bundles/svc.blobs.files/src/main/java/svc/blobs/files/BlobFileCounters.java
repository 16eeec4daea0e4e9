package svc.blobs.files;

import java.util.concurrent.atomic.LongAdder;
import svc.api.metrics.MetricSink;

/** The counters of the blob store. Thread-safe. */
final class BlobFileCounters {

    private final LongAdder kept = new LongAdder();
    private final LongAdder removed = new LongAdder();
    private final LongAdder damaged = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final LongAdder read = new LongAdder();

    void kept(long bytes) {
        kept.increment();
        written.add(bytes);
    }

    void removed() {
        removed.increment();
    }

    void damaged() {
        damaged.increment();
    }

    void read(long bytes) {
        read.add(bytes);
    }

    long damages() {
        return damaged.sum();
    }

    void tell(MetricSink sink) {
        sink.counter("blobs_kept_total", "Blobs written", kept.sum());
        sink.counter("blobs_removed_total", "Blobs removed one by one", removed.sum());
        sink.counter("blobs_damaged_total", "Reads of blobs that found damage", damaged.sum());
        sink.counter("blobs_written_bytes_total", "Bytes of blobs written", written.sum());
        sink.counter("blobs_read_bytes_total", "Bytes of blobs sent", read.sum());
    }
}
