package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.ReplayedMailbox.Message;

/** Random changes of one account by sessions and by a client of JMAP. */
final class RandomChanges {

    static final List<String> MAILBOXES = List.of("INBOX", "Archive", "Trash");

    private static final int MOST_MESSAGES = 25;
    private static final List<String> WORDS = List.of("\\Seen", "\\Flagged", "\\Deleted", "work", "later");

    private final Random random;
    private final LocalMailUser user;
    private final ImapClient counting;
    private final List<SessionReplica> sessions;
    private final List<String> done = new ArrayList<>();
    private int serial;

    /**
     * Creates the changes.
     *
     * @param counting a client that has signed in
     */
    RandomChanges(Random random, LocalMailUser user, ImapClient counting, List<SessionReplica> sessions) {
        this.random = random;
        this.user = user;
        this.counting = counting;
        this.sessions = sessions;
    }

    /** Returns the changes until now. */
    @Override
    public String toString() {
        return done.toString();
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private List<String> some(List<String> of) {
        List<String> shuffled = new ArrayList<>(of);
        Collections.shuffle(shuffled, random);
        return shuffled.subList(0, random.nextInt(3));
    }

    /** Makes one change. */
    void step() throws IOException {
        int choice = random.nextInt(100);
        if (choice < 20) {
            append(any(sessions));
        } else if (choice < 45) {
            store(any(sessions));
        } else if (choice < 60) {
            copy(any(sessions), choice < 52 ? "COPY" : "MOVE");
        } else if (choice < 70) {
            execute(any(sessions), "EXPUNGE");
        } else if (choice < 75) {
            fetch(any(sessions));
        } else {
            byJmap(choice);
        }
    }

    private String execute(SessionReplica session, String command) throws IOException {
        done.add(sessions.indexOf(session) + ": " + command.lines().findFirst().orElse(""));
        return session.execute(command);
    }

    /** Returns a message whose size is unique. */
    private String message() {
        return ImapClient.message("s" + random.nextInt(2)) + "x".repeat(++serial) + "\r\n";
    }

    private void append(SessionReplica session) throws IOException {
        if (messages("INBOX") > MOST_MESSAGES) {
            return;
        }
        StringBuilder command = new StringBuilder("APPEND " + any(MAILBOXES));
        for (int i = 0; i <= random.nextInt(3); i++) {
            String message = message();
            command.append(" (")
                    .append(String.join(" ", some(WORDS)))
                    .append(") {")
                    .append(message.length());
            command.append("+}\r\n").append(message);
        }
        execute(session, command.toString());
    }

    private int messages(String mailbox) throws IOException {
        return Integer.parseInt(
                counting.ok("STATUS " + mailbox + " (MESSAGES)").get(0).replaceAll(".*MESSAGES (\\d+).*", "$1"));
    }

    /** Returns a set of some messages as the client knows them, which is added to a list. */
    private String set(SessionReplica session, boolean uid, List<Message> into) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            numbers.add(random.nextInt(session.messages().size()));
        }
        numbers.stream().distinct().map(session.messages()::get).forEach(into::add);
        return numbers.stream()
                .map(number -> uid ? session.messages().get(number).uid() : number + 1L)
                .map(String::valueOf)
                .collect(Collectors.joining(","));
    }

    private void store(SessionReplica session) throws IOException {
        session.endIdle();
        if (session.messages().isEmpty()) {
            return;
        }
        boolean uid = random.nextBoolean();
        boolean silent = random.nextBoolean();
        List<Message> changed = new ArrayList<>();
        String set = set(session, uid, changed);
        String mode = any(List.of("", "+", "-"));
        List<String> flags = some(WORDS);
        String command = (uid ? "UID STORE " : "STORE ") + set + " " + mode + "FLAGS" + (silent ? ".SILENT" : "") + " ("
                + String.join(" ", flags) + ")";
        done.add(sessions.indexOf(session) + ": " + command);
        Consumer<Message> change = message -> {
            if (mode.equals("-")) {
                flags.forEach(message.flags()::remove);
            } else {
                if (mode.isEmpty()) {
                    message.flags().clear();
                }
                message.flags().addAll(flags);
            }
        };
        session.execute(command, change, silent ? changed : List.of());
    }

    private void copy(SessionReplica session, String command) throws IOException {
        session.endIdle();
        if (!session.messages().isEmpty()) {
            boolean uid = random.nextBoolean();
            execute(
                    session,
                    (uid ? "UID " : "") + command + " " + set(session, uid, new ArrayList<>()) + " " + any(MAILBOXES));
        }
    }

    private void fetch(SessionReplica session) throws IOException {
        session.endIdle();
        if (!session.messages().isEmpty()) {
            execute(session, "FETCH " + set(session, false, new ArrayList<>()) + " (FLAGS BODY[TEXT])");
        }
    }

    private void byJmap(int choice) {
        List<String> ids =
                MailCalls.texts(user.call("Email/query", "'sort':null").path("ids"));
        if (choice < 80 || ids.isEmpty()) {
            done.add("JMAP import");
            user.bring(message().getBytes(StandardCharsets.US_ASCII), mailbox(), "");
            return;
        }
        String id = any(ids);
        if (choice < 84) {
            done.add("JMAP destroy " + id);
            user.call("Email/set", "'destroy':['" + id + "']");
        } else if (choice < 88) {
            List<String> threads = user
                    .call("Email/get", "'ids':['" + id + "','" + any(ids) + "'],'properties':['threadId']")
                    .findValuesAsText("threadId")
                    .stream()
                    .distinct()
                    .toList();
            if (threads.size() == 2) {
                done.add("JMAP merge " + threads);
                user.using(
                        List.of(MailCalls.URN, MailCalls.THREADS),
                        "['Thread/merge',{'accountId':'@','merge':{'m':{'threadIds':['" + String.join("','", threads)
                                + "']}}},'c']");
            }
        } else {
            String patch = random.nextBoolean()
                    ? "'mailboxIds':{'" + String.join("':true,'", new TreeSet<>(List.of(mailbox(), mailbox())))
                            + "':true}"
                    : "'keywords/" + any(List.of("$seen", "work", "$flagged")) + "':" + any(List.of("true", "null"));
            done.add("JMAP " + id + " " + patch);
            assertThat(user.call("Email/set", "'update':{'" + id + "':{" + patch + "}}")
                            .path("updated")
                            .has(id))
                    .isTrue();
        }
    }

    private String mailbox() {
        return user.mailbox(any(List.of("inbox", "archive", "trash")));
    }
}
