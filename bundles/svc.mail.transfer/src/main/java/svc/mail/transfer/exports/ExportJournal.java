package svc.mail.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.cap.mail.api.MailStore.Place;

/**
 * A file in the target that says how far an export came; each line is on the disk after what it tells of. A line that was cut off
 * at the end counts as never written. One thread.
 */
final class Journal implements AutoCloseable {

    static final String FILE = ".svc-mail-export";

    private final FileChannel channel;
    private final Map<Long, Step> steps;

    private Journal(FileChannel channel, Map<Long, Step> steps) {
        this.channel = channel;
        this.steps = steps;
    }

    /**
     * How far a mailbox came.
     *
     * @param after the last message that is in the target
     * @param length how long the file of the mailbox is then; 0 where each message has its own
     * @param written how many messages are in the target
     * @param ended whether that is all
     */
    record Step(Place after, long length, long written, boolean ended) {

        static final Step START = new Step(Place.START, 0, 0, false);

        private String line(long mailbox) {
            return mailbox + " " + after.received() + " " + after.n() + " " + length + " " + written + " "
                    + (ended ? "ended" : "open") + "\n";
        }

        private static Step of(String[] words) {
            return new Step(
                    new Place(Long.parseLong(words[1]), Long.parseLong(words[2])),
                    Long.parseLong(words[3]),
                    Long.parseLong(words[4]),
                    words[5].equals("ended"));
        }
    }

    /**
     * Opens the one of a target, or begins it.
     *
     * @param head what is exported, in one line
     * @return empty when that of something else is there
     */
    static Optional<Journal> open(Path target, String head) throws IOException {
        Path file = target.resolve(FILE);
        Map<Long, Step> steps = new HashMap<>();
        String text = Files.exists(file) ? Files.readString(file, StandardCharsets.US_ASCII) : "";
        int whole = text.lastIndexOf('\n') + 1;
        List<String> lines = text.substring(0, whole).lines().toList();
        if (!lines.isEmpty() && !lines.get(0).equals(head)) {
            return Optional.empty();
        }
        for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            String[] words = line.split(" ", -1);
            steps.put(Long.parseLong(words[0]), Step.of(words));
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.truncate(whole).position(whole);
        Journal journal = new Journal(channel, steps);
        if (lines.isEmpty()) {
            journal.append(head + "\n");
        }
        return Optional.of(journal);
    }

    /** How far a mailbox came. */
    Step step(long mailbox) {
        return steps.getOrDefault(mailbox, Step.START);
    }

    /** A mailbox came so far. */
    void put(long mailbox, Step step) throws IOException {
        append(step.line(mailbox));
        steps.put(mailbox, step);
    }

    private void append(String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(false);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
