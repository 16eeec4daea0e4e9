package svc.proto.imap.message;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import svc.mime.Octets;
import svc.mime.Part;
import svc.mime.Part.Section;

/** The numbers of lines in the bodies of text and message parts. The message is read once. */
final class LineCounts {

    /** The number of line ends before each position that matters. */
    private final TreeMap<Long, Long> before = new TreeMap<>();

    private LineCounts() {}

    static LineCounts of(Part root, Octets source) throws IOException {
        LineCounts counts = new LineCounts();
        List<Section> bodies = new ArrayList<>();
        collect(root, bodies);
        for (Section body : bodies) {
            counts.before.put(body.from(), 0L);
            counts.before.put(body.end(), 0L);
        }
        if (!bodies.isEmpty()) {
            long from = counts.before.firstKey();
            Counter counter = counts.new Counter(from);
            source.send(from, counts.before.lastKey() - from, counter);
            counter.finish();
        }
        return counts;
    }

    private static void collect(Part part, List<Section> bodies) {
        if (part.isOf("text/") || BodyStructure.isMessage(part)) {
            bodies.add(part.body());
        }
        part.parts().forEach(child -> collect(child, bodies));
        Part enclosed = part.enclosed();
        if (enclosed != null) {
            collect(enclosed, bodies);
        }
    }

    /** Returns the number of lines of a body. A last line without line end does not count. */
    long of(Section body) {
        return before.getOrDefault(body.end(), 0L) - before.getOrDefault(body.from(), 0L);
    }

    /** Counts the line ends up to each position. */
    private final class Counter extends OutputStream {

        private final long[] positions;
        private int next;
        private long position;
        private long lines;

        Counter(long position) {
            this.position = position;
            this.positions = before.keySet().stream().mapToLong(Long::longValue).toArray();
        }

        @Override
        public void write(int octet) {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] octets, int from, int length) {
            int at = from;
            while (at < from + length) {
                record();
                long rest = next < positions.length ? positions[next] - position : length;
                int end = (int) Math.min(from + length, at + rest);
                position += end - at;
                for (; at < end; at++) {
                    lines += octets[at] == '\n' ? 1 : 0;
                }
            }
        }

        private void record() {
            while (next < positions.length && positions[next] == position) {
                before.put(positions[next++], lines);
            }
        }

        void finish() {
            record();
        }
    }
}
