package svc.launcher.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import svc.launcher.agreement.AccountState.Mailbox;
import svc.launcher.agreement.ImapReplica.Kind;
import svc.testkit.bundles.LabelCalls;
import svc.testkit.bundles.ReplayedMailbox.Message;

/**
 * Three clients of IMAP and two of JMAP change one account at random. What each of them knows agrees with a model, which
 * contains every acknowledged change.
 */
public final class Game {

    /** The mailboxes that sessions select. */
    static final List<String> MAILBOXES = List.of("INBOX", "Archive", "Trash");

    private static final int REMEMBERED = 40;
    private static final int MOST_EMAILS = 30;

    private final long seed;
    private final int compared;
    private final Random random;
    private final NewMessages messages;
    private final List<ImapReplica> sessions = new ArrayList<>();
    private final List<JmapReplica> clients = new ArrayList<>();
    private final Deque<String> done = new ArrayDeque<>();
    private final ImapOperations byImap;
    private final JmapOperations byJmap;
    private final MailboxOperations onMailboxes;
    private final ConcurrentOperations atOnce;
    private Map<String, Mailbox> checked = new TreeMap<>();
    private ServerAccess server;
    private ImapConnection fresh;
    private MailModel model = new MailModel();
    private @Nullable MailModel uncertain;
    private MailModel remembered = new MailModel();
    private int steps;
    private boolean ending;

    /**
     * Begins with an empty account.
     *
     * @param compared the number of steps after which everything is compared
     */
    public Game(ServerAccess server, long seed, int compared) {
        this.server = server;
        this.compared = compared;
        this.seed = seed;
        this.random = new Random(seed);
        this.messages = new NewMessages(random);
        this.fresh = server.connect();
        for (Kind kind : Kind.values()) {
            sessions.add(new ImapReplica(kind, random, server::connect, MAILBOXES.get(random.nextInt(2))));
        }
        for (int i = 0; i < 2; i++) {
            clients.add(new JmapReplica(random, server));
        }
        List<String> labels = List.of(LabelCalls.label(server.user(), "red"), LabelCalls.label(server.user(), "blue"));
        Choices choices = new Choices(random);
        this.byImap = new ImapOperations(this, choices);
        this.byJmap = new JmapOperations(this, choices, labels);
        this.onMailboxes = new MailboxOperations(this, random);
        this.atOnce = new ConcurrentOperations(this, byImap, choices);
    }

    MailModel model() {
        return model;
    }

    ServerAccess server() {
        return server;
    }

    ImapConnection fresh() {
        return fresh;
    }

    NewMessages messages() {
        return messages;
    }

    ImapReplica anySession() {
        return sessions.get(random.nextInt(sessions.size()));
    }

    /** Returns two different sessions. */
    List<ImapReplica> twoSessions() {
        int first = random.nextInt(sessions.size());
        int second = (first + 1 + random.nextInt(sessions.size() - 1)) % sessions.size();
        return List.of(sessions.get(first), sessions.get(second));
    }

    /** Returns one of the clients of JMAP, which knows all changes. */
    JmapReplica anyClient() {
        JmapReplica client = clients.get(random.nextInt(clients.size()));
        client.follow(server);
        return client;
    }

    void note(String what) {
        done.add(what);
        if (done.size() > REMEMBERED) {
            done.remove();
        }
    }

    /** Returns whether the server can end now. */
    boolean isEnding() {
        return ending;
    }

    /** Returns a mailbox as it was when everything was compared the last time. */
    Optional<Mailbox> checked(String mailbox) {
        return Optional.ofNullable(checked.get(mailbox));
    }

    /** The effect of a change on a model. */
    interface Effect {
        void on(MailModel model);
    }

    /** A change on the server. */
    interface Change {
        /** Returns the effect of the change, which the server has acknowledged. */
        Effect run();
    }

    /**
     * Executes a change. If the server ends before it responds, the change was made completely or not at all.
     *
     * @param possible the effect of the change, if UIDs are not known
     */
    void change(String what, Change change, Effect possible) {
        note(what);
        Effect effect;
        try {
            effect = change.run();
        } catch (UncheckedIOException e) {
            MailModel changed = model.copy();
            possible.on(changed);
            uncertain = changed;
            throw e;
        }
        effect.on(model);
    }

    /** Executes some steps. */
    public void play(int count) {
        reported(() -> {
            for (int i = 0; i < count; i++) {
                step();
            }
        });
    }

    /** Executes steps until the server has ended. */
    public void playUntilTheServerEnds() {
        reported(() -> {
            ending = true;
            try {
                while (true) {
                    step();
                }
            } catch (UncheckedIOException e) {
                note("killed");
            }
        });
    }

    /** Compares everything, and remembers the account as a backup has it that is made now. */
    public void remember() {
        reported(() -> {
            check(read());
            remembered = model.copy();
        });
    }

    /** The stopped server was restored from the backup: the account is as it was remembered, with other UIDVALIDITYs. */
    public void restored() {
        note("restored");
        model = remembered.copy();
        uncertain = null;
        checked = new TreeMap<>();
        sessions.forEach(ImapReplica::restored);
        clients.forEach(JmapReplica::restored);
    }

    /** Connects to the server after its restart, and compares everything. */
    public void resume(ServerAccess restarted) {
        reported(() -> {
            ending = false;
            server = restarted;
            fresh.close();
            fresh = server.connect();
            AccountState state = read();
            MailModel other = uncertain;
            uncertain = null;
            try {
                MailModel tried = model.copy();
                state.check(tried, checked);
                model = tried;
            } catch (AssertionError e) {
                if (other == null) {
                    throw e;
                }
                try {
                    state.check(other, checked);
                } catch (AssertionError second) {
                    second.addSuppressed(e);
                    throw second;
                }
                model = other;
            }
            sessions.forEach(session -> session.resume(server::connect));
            check(state);
        });
    }

    /** Compares everything, and closes the connections. */
    public void end() {
        reported(() -> {
            remember();
            fresh.close();
            sessions.forEach(ImapReplica::close);
        });
    }

    private void reported(Runnable part) {
        try {
            part.run();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "seed " + seed + ", step " + steps + ": " + e.getMessage() + "\nafter " + String.join("\n", done)
                            + "\nmodel " + model,
                    e);
        }
    }

    private void step() {
        steps++;
        int choice = random.nextInt(100);
        if (choice < 40 && random.nextInt(3) == 0 && !ending) {
            atOnce.step();
        } else if (choice < 65) {
            byImap.step(choice);
        } else if (choice < 98) {
            byJmap.step(choice);
        } else {
            onMailboxes.step();
        }
        ImapReplica session = anySession();
        if (random.nextInt(8) == 0) {
            session.synchronize();
            check(session);
        }
        if (steps % compared == 0) {
            // A server that is killed sends nothing more.
            if (random.nextInt(20) == 0 && !ending) {
                sessions.forEach(one -> one.awaitInIdle(flags(one.mailbox())));
            }
            check(read());
        }
    }

    private AccountState read() {
        return AccountState.read(fresh, server);
    }

    private void check(AccountState state) {
        state.check(model, checked);
        checked = state.mailboxes();
        for (ImapReplica session : sessions) {
            session.synchronize();
            check(session);
        }
        for (JmapReplica client : clients) {
            client.follow(server);
            assertThat(client.held()).as("client of JMAP").isEqualTo(state.objects());
        }
    }

    /** The next check does not compare the mailbox with an earlier one. */
    void forget(String mailbox) {
        checked.remove(mailbox);
    }

    /** Renames a mailbox. */
    void renamed(String mailbox, String name) {
        Mailbox before = checked.remove(mailbox);
        if (before != null) {
            checked.put(name, before);
        }
    }

    private Map<Long, String> flags(String mailbox) {
        Map<Long, String> flags = new TreeMap<>();
        model.seenByImap(mailbox).forEach((uid, seen) -> flags.put(uid, seen.substring(seen.indexOf(' ') + 1)));
        return flags;
    }

    private void check(ImapReplica session) {
        Map<Long, String> known = new TreeMap<>();
        long highest = 0;
        for (Message message : session.messages()) {
            assertThat(message.uid()).as("UID").isGreaterThan(highest);
            highest = message.uid();
            known.put(message.uid(), message.flags().toString());
        }
        assertThat(known)
                .as("session " + sessions.indexOf(session) + " in " + session.mailbox())
                .isEqualTo(flags(session.mailbox()));
    }

    /** Returns whether the account has enough emails. */
    boolean isFull() {
        return model.size() > MOST_EMAILS;
    }
}
