package svc.mail.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the transferred messages of a run. The first failures are kept with their reasons. Not thread-safe. */
public final class TransferCounts {

    /** Maximum number of failures that are kept. */
    static final int MOST_NAMED = 1_000;

    private final Map<String, long[]> mailboxes = new TreeMap<>();
    private final List<Failure> failures = new ArrayList<>();
    private long failed;
    private long gone;
    private long known;
    private long bytes;

    /**
     * The counts of one mailbox.
     *
     * @param mailbox the path of the mailbox
     * @param done the number of messages transferred by this run
     * @param alreadyThere the number of messages transferred by earlier runs
     */
    public record MailboxTransferCounts(String mailbox, long done, long alreadyThere) {}

    /** Adds a mailbox with counts of zero, if it has no counts yet. */
    public void mailbox(String path) {
        mailboxes.computeIfAbsent(path, name -> new long[2]);
    }

    /** Counts a transferred message. */
    public void done(String path, long size) {
        mailboxes.computeIfAbsent(path, name -> new long[2])[0]++;
        gone++;
        bytes += size;
    }

    /** Counts messages that earlier runs transferred. */
    public void alreadyPresent(String path, long count) {
        mailboxes.computeIfAbsent(path, name -> new long[2])[1] += count;
        known += count;
    }

    /** Counts a failure. */
    public void failed(Failure failure) {
        failed++;
        if (failures.size() < MOST_NAMED) {
            failures.add(failure);
        }
    }

    public long done() {
        return gone;
    }

    public long alreadyPresent() {
        return known;
    }

    public long failed() {
        return failed;
    }

    public long bytes() {
        return bytes;
    }

    /** Returns the failures that were kept; null if there are none. */
    @Nullable
    public List<Failure> failures() {
        return failures.isEmpty() ? null : List.copyOf(failures);
    }

    /** Returns the number of failures that were not kept; null if all failures were kept. */
    @Nullable
    public Long notNamed() {
        return failed == failures.size() ? null : failed - failures.size();
    }

    public List<MailboxTransferCounts> lines() {
        return mailboxes.entrySet().stream()
                .map(one -> new MailboxTransferCounts(one.getKey(), one.getValue()[0], one.getValue()[1]))
                .toList();
    }

    /** Returns the counts as a text for the operator; {@code verb} is {@code imported} or {@code exported}. */
    public String summary(String verb) {
        return gone + " messages " + verb + ", " + known + " already present, " + failed + " not " + verb;
    }
}
