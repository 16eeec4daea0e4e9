package svc.testkit.bundles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a client of IMAP knows of a mailbox, only from untagged responses. Not thread-safe. */
public final class ReplayedMailbox {

    private static final Pattern NUMBERED =
            Pattern.compile("\\* (\\d+) (EXISTS|EXPUNGE|FETCH)(?: \\((.*)\\))?", Pattern.DOTALL);
    private static final Pattern UID = Pattern.compile("UID (\\d+)");
    private static final Pattern FLAGS = Pattern.compile("FLAGS \\(([^)]*)\\)");
    private static final Pattern VANISHED = Pattern.compile("\\* VANISHED (\\(EARLIER\\) )?(.*)");
    private static final Pattern CODE = Pattern.compile("\\[(UIDVALIDITY|HIGHESTMODSEQ) (\\d+)\\]");

    private final List<Message> messages = new ArrayList<>();
    private long validity;
    private long modseq;

    /** A message; the UID is 0 until the client knows it. */
    public static final class Message {

        private long uid;
        private Set<String> flags = new TreeSet<>();

        public long uid() {
            return uid;
        }

        /** Returns the flags; the client can change them. */
        public Set<String> flags() {
            return flags;
        }

        private void apply(String items) {
            Matcher found = FLAGS.matcher(items);
            if (found.find()) {
                flags = new TreeSet<>(List.of(found.group(1).split(" ")));
                flags.remove("");
            }
        }

        @Override
        public String toString() {
            return uid + " " + flags;
        }
    }

    /** Returns the messages in the order of their numbers. */
    public List<Message> messages() {
        return messages;
    }

    /** Returns the messages by UID. */
    public Map<Long, Message> byUid() {
        Map<Long, Message> found = new TreeMap<>();
        messages.forEach(message -> found.put(message.uid, message));
        return found;
    }

    /** Returns the UIDVALIDITY; 0 if it is unknown. */
    public long validity() {
        return validity;
    }

    /** Returns the highest modification sequence; 0 if it is unknown. */
    public long modseq() {
        return modseq;
    }

    /** Replaces the highest modification sequence. */
    public void modseq(long known) {
        modseq = known;
    }

    /** Returns the index of the first message whose UID is unknown; the number of messages if there is none. */
    public int firstUnknown() {
        int first = 0;
        while (first < messages.size() && messages.get(first).uid > 0) {
            first++;
        }
        return first;
    }

    /** Applies a response. */
    public void apply(String response) {
        Matcher numbered = NUMBERED.matcher(response);
        Matcher vanished = VANISHED.matcher(response);
        Matcher code = CODE.matcher(response);
        if (numbered.matches()) {
            apply(Integer.parseInt(numbered.group(1)), numbered.group(2), numbered.group(3));
        } else if (vanished.matches()) {
            boolean any = remove(vanished.group(2));
            assertThat(any || vanished.group(1) != null).as(response).isTrue();
        } else if (code.find()) {
            apply(code.group(1), Long.parseLong(code.group(2)), response);
        }
    }

    /** Removes messages. Returns whether each range contains one. */
    private boolean remove(String ranges) {
        boolean all = true;
        for (String range : ranges.split(",", -1)) {
            String[] ends = range.split(":", -1);
            long first = Long.parseLong(ends[0]);
            long last = Long.parseLong(ends[ends.length - 1]);
            all &= messages.removeIf(message -> message.uid >= first && message.uid <= last);
        }
        return all;
    }

    private void apply(String code, long value, String response) {
        if (code.equals("UIDVALIDITY")) {
            assertThat(validity == 0 || validity == value).as(response).isTrue();
            validity = value;
        } else {
            assertThat(value).as(response).isGreaterThanOrEqualTo(modseq);
            modseq = value;
        }
    }

    private void apply(int number, String name, String items) {
        if (name.equals("EXISTS")) {
            assertThat(number).as("EXISTS").isGreaterThanOrEqualTo(messages.size());
            while (messages.size() < number) {
                messages.add(new Message());
            }
        } else if (name.equals("EXPUNGE")) {
            messages.remove(number - 1);
        } else {
            Message message = messages.get(number - 1);
            Matcher uid = UID.matcher(items);
            if (uid.find()) {
                long reported = Long.parseLong(uid.group(1));
                assertThat(message.uid == 0 || message.uid == reported)
                        .as(items)
                        .isTrue();
                message.uid = reported;
            }
            message.apply(items);
        }
    }

    /**
     * Applies the responses to SELECT with QRESYNC. EXISTS comes before VANISHED, whose messages it does not count, and
     * FETCH has numbers that count new messages; so changed messages are found by their UIDs. Returns the number of
     * messages that the server has.
     */
    public int resynchronize(List<String> responses) {
        int exists = 0;
        for (String response : responses) {
            Matcher numbered = NUMBERED.matcher(response);
            if (!numbered.matches()) {
                apply(response);
                messages.forEach(message -> assertThat(message.uid).isPositive());
            } else if (numbered.group(2).equals("EXISTS")) {
                exists = Integer.parseInt(numbered.group(1));
            }
        }
        Map<Long, Message> known = byUid();
        for (String response : responses) {
            Matcher numbered = NUMBERED.matcher(response);
            if (numbered.matches() && numbered.group(2).equals("FETCH")) {
                String items = numbered.group(3);
                Matcher uid = UID.matcher(items);
                assertThat(uid.find()).as(items).isTrue();
                Message message = known.computeIfAbsent(Long.parseLong(uid.group(1)), absent -> new Message());
                message.uid = Long.parseLong(uid.group(1));
                message.apply(items);
            }
        }
        messages.clear();
        messages.addAll(known.values());
        messages.sort(Comparator.comparingLong(Message::uid));
        return exists;
    }

    /** Copies flags from messages with the same UIDs, where this mailbox knows none. */
    public void copyFlags(ReplayedMailbox other) {
        Map<Long, Message> old = other.byUid();
        for (Message message : messages) {
            assertThat(message.uid).isPositive();
            Message same = old.get(message.uid);
            if (same != null && message.flags.isEmpty()) {
                message.flags = same.flags;
            }
        }
    }

    /** Returns a mailbox with the same UIDVALIDITY of which the client knows nothing else. */
    public ReplayedMailbox unread() {
        ReplayedMailbox mailbox = new ReplayedMailbox();
        mailbox.validity = validity;
        return mailbox;
    }

    /** Forgets the messages. */
    public void clear() {
        messages.clear();
    }
}
