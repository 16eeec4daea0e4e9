package svc.launcher.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import svc.testkit.Eventually;

/** A client of IMAP. It knows the messages of the selected mailbox only from the untagged responses. Not thread-safe. */
final class ImapReplica {

    private static final Pattern NUMBERED =
            Pattern.compile("\\* (\\d+) (EXISTS|EXPUNGE|FETCH)(?: \\((.*)\\))?", Pattern.DOTALL);
    private static final Pattern UID = Pattern.compile("UID (\\d+)");
    private static final Pattern FLAGS = Pattern.compile("FLAGS \\(([^)]*)\\)");
    private static final Pattern VANISHED = Pattern.compile("\\* VANISHED (\\(EARLIER\\) )?(.*)");
    private static final Pattern CODE = Pattern.compile("\\[(UIDVALIDITY|HIGHESTMODSEQ) (\\d+)\\]");

    /** How a client learns of changes. */
    enum Kind {
        /** It uses QRESYNC to return to mailboxes, whose messages it remembers, and after it has lost a connection. */
        QRESYNC,
        /** It connects again and asks for all UIDs, and for the flags that have changed. */
        RECONNECTS,
        /** It waits in IDLE. */
        IDLES
    }

    /** A message; the UID is 0 until the client knows it. */
    static final class Message {
        long uid;
        Set<String> flags = new TreeSet<>();

        @Override
        public String toString() {
            return uid + " " + flags;
        }
    }

    /** What the client knows of a mailbox. */
    private static final class Known {
        private List<Message> messages = new ArrayList<>();
        private long validity;
        private long modseq;
    }

    private final Kind kind;
    private final Random random;
    private final Map<String, Known> mailboxes = new HashMap<>();
    private Supplier<ImapConnection> connections;
    private ImapConnection connection;
    private String mailbox;
    private Known known;
    private String idle = "";

    ImapReplica(Kind kind, Random random, Supplier<ImapConnection> connections, String mailbox) {
        this.kind = kind;
        this.random = random;
        this.connections = connections;
        this.connection = connect();
        this.mailbox = mailbox;
        this.known = new Known();
        select(mailbox);
        resumeIdle();
    }

    private ImapConnection connect() {
        ImapConnection connected = connections.get();
        if (kind == Kind.QRESYNC) {
            connected.ok("ENABLE QRESYNC");
        }
        return connected;
    }

    String mailbox() {
        return mailbox;
    }

    /** Returns the messages; the client can change their flags. */
    List<Message> messages() {
        return known.messages;
    }

    Kind kind() {
        return kind;
    }

    void close() {
        connection.close();
    }

    /** Sends a command, and applies the untagged responses; returns the tagged one and those with a response code. */
    String execute(String command, Runnable silentChange) {
        return end(begin(command), command, silentChange);
    }

    /** Sends a command; returns its tag. */
    String begin(String command) {
        endIdle();
        return connection.begin(command);
    }

    /**
     * Applies the untagged responses to a command; returns the tagged one and those with a response code.
     *
     * @param silentChange what the client knows without responses
     */
    String end(String tag, String command, Runnable silentChange) {
        List<String> responses = connection.end(tag);
        silentChange.run();
        responses.forEach(this::apply);
        assertThat(responses.get(responses.size() - 1)).as(command).matches("(OK|NO \\[EXPUNGEISSUED\\]) .*");
        return responses.stream().filter(one -> one.contains("OK [")).collect(Collectors.joining("\n"));
    }

    /** Selects the mailbox again, which a command has closed. */
    void selectAgain() {
        select(mailbox);
    }

    /** Learns the UIDs of new messages after a command, and continues to wait in IDLE. */
    void settle() {
        learn();
        resumeIdle();
    }

    private void command(String command) {
        connection.ok(command).forEach(this::apply);
        learn();
    }

    private void apply(String response) {
        Matcher numbered = NUMBERED.matcher(response);
        Matcher vanished = VANISHED.matcher(response);
        Matcher code = CODE.matcher(response);
        if (numbered.matches()) {
            apply(Integer.parseInt(numbered.group(1)), numbered.group(2), numbered.group(3));
        } else if (vanished.matches()) {
            for (String range : vanished.group(2).split(",")) {
                String[] ends = range.split(":");
                long first = Long.parseLong(ends[0]);
                long last = Long.parseLong(ends[ends.length - 1]);
                boolean any = known.messages.removeIf(message -> message.uid >= first && message.uid <= last);
                assertThat(any || vanished.group(1) != null).as(response).isTrue();
            }
        } else if (code.find()) {
            long value = Long.parseLong(code.group(2));
            if (code.group(1).equals("UIDVALIDITY")) {
                assertThat(known.validity == 0 || known.validity == value)
                        .as(response)
                        .isTrue();
                known.validity = value;
            } else {
                assertThat(value).as(response).isGreaterThanOrEqualTo(known.modseq);
                known.modseq = value;
            }
        }
    }

    private void apply(int number, String name, String items) {
        List<Message> messages = known.messages;
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
                long told = Long.parseLong(uid.group(1));
                assertThat(message.uid == 0 || message.uid == told).as(items).isTrue();
                message.uid = told;
            }
            flags(items, message);
        }
    }

    private static void flags(String items, Message message) {
        Matcher flags = FLAGS.matcher(items);
        if (flags.find()) {
            message.flags = new TreeSet<>(List.of(flags.group(1).split(" ")));
            message.flags.remove("");
        }
    }

    /** Asks for the UIDs and flags of new messages. If some are gone already, the server tells so first. */
    private void learn() {
        int first = firstUnknown();
        while (first < known.messages.size()) {
            List<String> responses = connection.all("FETCH " + (first + 1) + ":* (UID FLAGS)");
            responses.forEach(this::apply);
            if (responses.get(responses.size() - 1).startsWith("NO [EXPUNGEISSUED] ")) {
                connection.ok("NOOP").forEach(this::apply);
            } else {
                assertThat(firstUnknown()).as(responses.toString()).isGreaterThan(first);
            }
            first = firstUnknown();
        }
    }

    private int firstUnknown() {
        int first = 0;
        while (first < known.messages.size() && known.messages.get(first).uid > 0) {
            first++;
        }
        return first;
    }

    /** Ends IDLE until the next command, so that message numbers do not change before it. */
    void endIdle() {
        if (!idle.isEmpty()) {
            String tag = idle;
            idle = "";
            connection.done(tag).forEach(this::apply);
            learn();
        }
    }

    private void resumeIdle() {
        if (kind == Kind.IDLES && idle.isEmpty()) {
            idle = connection.idle();
        }
    }

    /** Waits in IDLE until the client knows these messages. */
    void awaitInIdle(Map<Long, String> expected) {
        if (!idle.isEmpty()) {
            Eventually.until("told in IDLE", () -> {
                while (connection.hasInput()) {
                    apply(connection.response());
                }
                // New messages are counted; their UIDs are asked for afterwards.
                return known.messages.size() == expected.size()
                        && known.messages.stream()
                                .filter(message -> message.uid > 0)
                                .allMatch(message -> message.flags.toString().equals(expected.get(message.uid)));
            });
        }
    }

    /** Learns of all changes. */
    void synchronize() {
        endIdle();
        if (kind == Kind.QRESYNC && random.nextInt(3) == 0) {
            select(random.nextBoolean() ? mailbox : Game.MAILBOXES.get(random.nextInt(3)));
        } else if (kind == Kind.RECONNECTS && random.nextInt(3) == 0) {
            connection.close();
            connection = connect();
            select(mailbox);
        } else {
            command("NOOP");
        }
        resumeIdle();
    }

    /** Connects again after the end of the server. */
    void resume(Supplier<ImapConnection> again) {
        connection.close();
        connections = again;
        connection = connect();
        idle = "";
        if (firstUnknown() < known.messages.size()) {
            known.modseq = 0; // The server ended before the client knew all messages.
        }
        select(mailbox);
        resumeIdle();
    }

    private void select(String name) {
        known = mailboxes.computeIfAbsent(name, absent -> new Known());
        mailbox = name;
        if (kind == Kind.IDLES || known.modseq == 0) {
            known.messages = new ArrayList<>();
            command("SELECT " + name);
        } else if (kind == Kind.RECONNECTS) {
            selectAndCompare();
        } else {
            selectAndResynchronize();
        }
    }

    /** Selects a mailbox, and asks for all UIDs and for the flags that have changed (RFC 4549). */
    private void selectAndCompare() {
        Known before = known;
        known = new Known();
        known.validity = before.validity;
        mailboxes.put(mailbox, known);
        connection.ok("SELECT " + mailbox + " (CONDSTORE)").forEach(this::apply);
        if (known.messages.isEmpty()) {
            return;
        }
        long modseq = known.modseq;
        known.modseq = before.modseq; // until the client knows all changes
        connection.ok("UID FETCH 1:* (UID)").forEach(this::apply);
        Map<Long, Message> old = byUid(before);
        for (Message message : known.messages) {
            assertThat(message.uid).isPositive();
            Message same = old.get(message.uid);
            if (same != null && message.flags.isEmpty()) {
                message.flags = same.flags;
            }
        }
        connection
                .ok("UID FETCH 1:* (FLAGS) (CHANGEDSINCE " + before.modseq + ")")
                .forEach(this::apply);
        known.modseq = modseq;
    }

    private static Map<Long, Message> byUid(Known known) {
        Map<Long, Message> messages = new TreeMap<>();
        known.messages.forEach(message -> messages.put(message.uid, message));
        return messages;
    }

    /** Selects a mailbox with QRESYNC. EXISTS comes before VANISHED, whose messages it does not count. */
    private void selectAndResynchronize() {
        Map<Long, Message> messages = byUid(known);
        Known before = known;
        String uids = messages.keySet().stream().map(String::valueOf).collect(Collectors.joining(","));
        String parameters = "";
        boolean named = !uids.isEmpty() && random.nextBoolean();
        if (named) {
            String numbers = messages.size() > 1 && random.nextBoolean()
                    ? " (" + messages.size() + " " + before.messages.get(messages.size() - 1).uid + ")"
                    : "";
            parameters = " " + uids + numbers;
        }
        List<String> responses = connection.ok(
                "SELECT " + mailbox + " (QRESYNC (" + known.validity + " " + known.modseq + parameters + "))");
        int exists = 0;
        for (String response : responses) {
            Matcher numbered = NUMBERED.matcher(response);
            if (!numbered.matches()) {
                apply(response);
                before.messages.forEach(message -> assertThat(message.uid).isPositive());
                messages.keySet().retainAll(byUid(before).keySet());
            } else if (numbered.group(2).equals("EXISTS")) {
                exists = Integer.parseInt(numbered.group(1));
            }
        }
        for (String response : responses) {
            Matcher numbered = NUMBERED.matcher(response);
            if (numbered.matches() && numbered.group(2).equals("FETCH")) {
                fetched(messages, numbered.group(3));
            }
        }
        before.messages = new ArrayList<>(messages.values());
        before.messages.sort(Comparator.comparingLong(message -> message.uid));
        if (named && before.messages.size() < exists) {
            apply("* " + exists + " EXISTS");
            learn();
        }
        assertThat(before.messages).as(responses.toString()).hasSize(exists);
    }

    private static void fetched(Map<Long, Message> messages, String items) {
        Matcher uid = UID.matcher(items);
        assertThat(uid.find()).as(items).isTrue();
        Message message = messages.computeIfAbsent(Long.parseLong(uid.group(1)), absent -> new Message());
        message.uid = Long.parseLong(uid.group(1));
        flags(items, message);
    }
}
