package svc.mail.transfer.exports;

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
import svc.mail.transfer.format.ExportPosition;

/**
 * The journal of an export: a file in the target folder that records up to which position each mailbox was exported. A
 * position is recorded after all messages up to this position are on disk. An incomplete last line is ignored. Not
 * thread-safe.
 */
final class ExportJournal implements AutoCloseable {

    static final String FILE = ".svc-mail-export";

    private final FileChannel channel;
    private final Map<Long, ExportPosition> steps;

    private ExportJournal(FileChannel channel, Map<Long, ExportPosition> steps) {
        this.channel = channel;
        this.steps = steps;
    }

    /**
     * Opens the journal of a target folder, or creates it.
     *
     * @param head the first line of the journal, which identifies the account and the format of the export
     * @return the journal; empty if the folder contains the journal of another export
     */
    static Optional<ExportJournal> open(Path target, String head) throws IOException {
        Path file = target.resolve(FILE);
        Map<Long, ExportPosition> steps = new HashMap<>();
        String text = Files.exists(file) ? Files.readString(file, StandardCharsets.US_ASCII) : "";
        int whole = text.lastIndexOf('\n') + 1;
        List<String> lines = text.substring(0, whole).lines().toList();
        if (!lines.isEmpty() && !lines.get(0).equals(head)) {
            return Optional.empty();
        }
        for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            String[] words = line.split(" ", -1);
            steps.put(Long.parseLong(words[0]), ExportPosition.of(words));
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.truncate(whole).position(whole);
        ExportJournal journal = new ExportJournal(channel, steps);
        if (lines.isEmpty()) {
            journal.append(head + "\n");
        }
        return Optional.of(journal);
    }

    /** Returns the position up to which a mailbox was exported. */
    ExportPosition step(long mailbox) {
        return steps.getOrDefault(mailbox, ExportPosition.START);
    }

    /** Records the position up to which a mailbox was exported. */
    void put(long mailbox, ExportPosition step) throws IOException {
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
