package svc.mail.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The counts of a run, exact to the message; of what did not go over the first thousand are named. One thread. */
final class Tally {

    /** Of more nobody reads the names. */
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
     * @param mailbox its path
     * @param done how many messages went over
     * @param alreadyThere how many had gone before
     */
    record Line(String mailbox, long done, long alreadyThere) {}

    /** There is a mailbox. */
    void mailbox(String path) {
        mailboxes.computeIfAbsent(path, name -> new long[2]);
    }

    /** A message went over. */
    void done(String path, long size) {
        mailboxes.computeIfAbsent(path, name -> new long[2])[0]++;
        gone++;
        bytes += size;
    }

    /** Some had gone before. */
    void already(String path, long count) {
        mailboxes.computeIfAbsent(path, name -> new long[2])[1] += count;
        known += count;
    }

    /** One did not go over. */
    void failed(Failure failure) {
        failed++;
        if (failures.size() < MOST_NAMED) {
            failures.add(failure);
        }
    }

    long done() {
        return gone;
    }

    long already() {
        return known;
    }

    long failed() {
        return failed;
    }

    long bytes() {
        return bytes;
    }

    /** What did not go over; null when all did. */
    @Nullable
    List<Failure> failures() {
        return failures.isEmpty() ? null : List.copyOf(failures);
    }

    /** How many more did not than are named; null when all are. */
    @Nullable
    Long notNamed() {
        return failed == failures.size() ? null : failed - failures.size();
    }

    List<Line> lines() {
        return mailboxes.entrySet().stream()
                .map(one -> new Line(one.getKey(), one.getValue()[0], one.getValue()[1]))
                .toList();
    }

    /** For whoever waits. */
    String words(String verb) {
        return gone + " messages " + verb + ", " + known + " already there, " + failed + " not " + verb;
    }
}
