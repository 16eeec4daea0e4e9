package svc.launcher.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import svc.testkit.Eventually;
import svc.testkit.bundles.ReplayedMailbox;
import svc.testkit.bundles.ReplayedMailbox.Message;

/** A client of IMAP. It knows the messages of the selected mailbox only from the untagged responses. Not thread-safe. */
final class ImapReplica {

    /** How a client learns of changes. */
    enum Kind {
        /** It uses QRESYNC to return to mailboxes, whose messages it remembers, and after it has lost a connection. */
        QRESYNC,
        /** It connects again and asks for all UIDs, and for the flags that have changed. */
        RECONNECTS,
        /** It waits in IDLE. */
        IDLES
    }

    private final Kind kind;
    private final Random random;
    private final Map<String, ReplayedMailbox> mailboxes = new HashMap<>();

    /** The mailboxes that have got another UIDVALIDITY since the client has selected them. */
    private final Set<ReplayedMailbox> outdated = new HashSet<>();

    private Supplier<ImapConnection> connections;
    private ImapConnection connection;
    private String mailbox;
    private ReplayedMailbox known;
    private String idle = "";

    ImapReplica(Kind kind, Random random, Supplier<ImapConnection> connections, String mailbox) {
        this.kind = kind;
        this.random = random;
        this.connections = connections;
        this.connection = connect();
        this.mailbox = mailbox;
        this.known = new ReplayedMailbox();
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
        return known.messages();
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
        responses.forEach(known::apply);
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
        connection.ok(command).forEach(known::apply);
        learn();
    }

    /** Asks for the UIDs and flags of new messages. If some are gone already, the server tells so first. */
    private void learn() {
        int first = known.firstUnknown();
        while (first < known.messages().size()) {
            List<String> responses = connection.all("FETCH " + (first + 1) + ":* (UID FLAGS)");
            responses.forEach(known::apply);
            if (responses.get(responses.size() - 1).startsWith("NO [EXPUNGEISSUED] ")) {
                connection.ok("NOOP").forEach(known::apply);
            } else {
                assertThat(known.firstUnknown()).as(responses.toString()).isGreaterThan(first);
            }
            first = known.firstUnknown();
        }
    }

    /** Ends IDLE until the next command, so that message numbers do not change before it. */
    void endIdle() {
        if (!idle.isEmpty()) {
            String tag = idle;
            idle = "";
            connection.done(tag).forEach(known::apply);
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
                    known.apply(connection.response());
                }
                // New messages are counted; their UIDs are asked for afterwards.
                return known.messages().size() == expected.size()
                        && known.messages().stream()
                                .filter(message -> message.uid() > 0)
                                .allMatch(message -> message.flags().toString().equals(expected.get(message.uid())));
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
        if (known.firstUnknown() < known.messages().size()) {
            known.modseq(0); // The server ended before the client knew all messages.
        }
        select(mailbox);
        resumeIdle();
    }

    /** The account was restored: all mailboxes have another UIDVALIDITY. */
    void restored() {
        outdated.addAll(mailboxes.values());
    }

    private void select(String name) {
        known = mailboxes.computeIfAbsent(name, absent -> new ReplayedMailbox());
        mailbox = name;
        if (outdated.contains(known)) {
            selectOutdated();
        } else if (kind == Kind.IDLES || known.modseq() == 0) {
            known.clear();
            command("SELECT " + name);
        } else if (kind == Kind.RECONNECTS) {
            selectAndCompare();
        } else {
            selectAndResynchronize();
        }
    }

    /** Selects a mailbox that the client knows with another UIDVALIDITY: it knows nothing of it (RFC 9051 §2.3.1.1). */
    private void selectOutdated() {
        ReplayedMailbox before = known;
        boolean resynchronizes = kind == Kind.QRESYNC && before.modseq() > 0;
        List<String> responses = connection.ok("SELECT " + mailbox
                + (resynchronizes ? " (QRESYNC (" + before.validity() + " " + before.modseq() + "))" : ""));
        assertThat(responses)
                .as("changes of another UIDVALIDITY")
                .noneMatch(one -> one.matches("\\* (VANISHED|\\d+ FETCH).*"));
        known = new ReplayedMailbox();
        mailboxes.put(mailbox, known);
        outdated.remove(before);
        responses.forEach(known::apply);
        assertThat(known.validity()).as("UIDVALIDITY").isGreaterThan(before.validity());
        learn();
    }

    /** Selects a mailbox, and asks for all UIDs and for the flags that have changed (RFC 4549). */
    private void selectAndCompare() {
        ReplayedMailbox before = known;
        known = before.unread();
        mailboxes.put(mailbox, known);
        connection.ok("SELECT " + mailbox + " (CONDSTORE)").forEach(known::apply);
        if (known.messages().isEmpty()) {
            return;
        }
        long modseq = known.modseq();
        known.modseq(before.modseq()); // until the client knows all changes
        connection.ok("UID FETCH 1:* (UID)").forEach(known::apply);
        known.copyFlags(before);
        connection
                .ok("UID FETCH 1:* (FLAGS) (CHANGEDSINCE " + before.modseq() + ")")
                .forEach(known::apply);
        known.modseq(modseq);
    }

    /** Selects a mailbox with QRESYNC. */
    private void selectAndResynchronize() {
        List<Message> before = known.messages();
        String uids =
                before.stream().map(message -> String.valueOf(message.uid())).collect(Collectors.joining(","));
        String parameters = "";
        boolean named = !uids.isEmpty() && random.nextBoolean();
        if (named) {
            String numbers = before.size() > 1 && random.nextBoolean()
                    ? " (" + before.size() + " " + before.get(before.size() - 1).uid() + ")"
                    : "";
            parameters = " " + uids + numbers;
        }
        List<String> responses = connection.ok(
                "SELECT " + mailbox + " (QRESYNC (" + known.validity() + " " + known.modseq() + parameters + "))");
        int exists = known.resynchronize(responses);
        if (named && known.messages().size() < exists) {
            known.apply("* " + exists + " EXISTS");
            learn();
        }
        assertThat(known.messages()).as(responses.toString()).hasSize(exists);
    }
}
