package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Changes;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.store.Visibility;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.MailOracle;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.label.Label;
import svc.cap.mail.message.MailHome;
import svc.cap.mail.write.EmailMetadata;
import svc.cap.mail.write.EmailWriter;
import svc.testkit.engine.Client;

/**
 * Readers that see only some mailboxes and labels follow the changes of emails and threads while random operations
 * change the account. Each reader must always have exactly the emails in its containers, and the threads with these
 * emails.
 */
final class ContainerChangesTest {

    private static final int ACCOUNT_STEPS = 250;

    @TempDir
    private Path directory;

    @Test
    void readersOfContainersHaveTheirEmailsAndThreads() {
        play(Integer.getInteger("svc.seed", 1), 2);
    }

    @Test
    @Tag("soak")
    void readersOfContainersFollowForManySteps() {
        play(1_000, 200);
    }

    private void play(int seed, int accounts) {
        try (MailHome home = new MailHome(directory)) {
            for (int i = 0; i < accounts; i++) {
                new Game(home, home.account("player" + i), seed + i).play(seed + i);
            }
        }
    }

    /** The test of one account. */
    private static final class Game {
        private final MailHome home;
        private final Client client;
        private final Scope scope;
        private final Random random;
        private final RandomMailOperations moves;
        private final List<String> labels = new ArrayList<>();
        private final Set<Long> watched = new TreeSet<>();
        private final List<Reader> readers = new ArrayList<>();

        Game(MailHome home, Client client, long seed) {
            this.home = home;
            this.client = client;
            this.scope = MailHome.scope(client);
            this.random = new Random(seed);
            AccountUnderTest account = new EngineAccount(home, client);
            this.moves = new RandomMailOperations(account, new MailOracle(account), random);
        }

        void play(long seed) {
            for (int step = 0; step < ACCOUNT_STEPS; step++) {
                String done = random.nextInt(4) == 0 ? label() : moves.step();
                if (step == 20 || (step > 20 && random.nextInt(10) == 0)) {
                    watchAll();
                }
                if (step >= 20) {
                    forgetDestroyed();
                    if (readers.size() < 6) {
                        readers.add(new Reader(some()));
                    }
                    for (Reader reader : readers) {
                        if (random.nextInt(3) == 0) {
                            home.store.read(
                                    scope,
                                    snapshot -> reader.isWatched(snapshot)
                                            && reader.follow(
                                                    snapshot, 1 + random.nextInt(10), "seed " + seed + ": " + done));
                        }
                    }
                }
            }
        }

        /** Ends the readers of destroyed containers, whose changes can no longer be calculated. */
        private void forgetDestroyed() {
            watched.retainAll(home.store.<Set<Long>>read(scope, snapshot -> snapshot.watched(EmailType.TYPE)));
            readers.removeIf(reader -> !watched.containsAll(reader.containers));
        }

        /** Puts a label on some emails, removes it from others, or destroys it. */
        private String label() {
            if (labels.size() < 2) {
                labels.add(client.create(Label.TYPE, Map.of("name", "label " + random.nextInt(1_000_000))));
            }
            String label = labels.get(random.nextInt(labels.size()));
            if (random.nextInt(20) == 0) {
                client.call("Label/set", Map.of("destroy", List.of(label))).done();
                labels.remove(label);
                return "destroy label " + label;
            }
            List<Long> emails = home.store.read(scope, Game::emails);
            Map<String, Object> updates = new HashMap<>();
            for (int i = 0; i < 3 && !emails.isEmpty(); i++) {
                long n = emails.get(random.nextInt(emails.size()));
                Map<String, Boolean> on = random.nextBoolean() ? Map.of(label, true) : Map.of();
                updates.put(ObjectId.format(EmailType.LETTER, n), Map.of("labelIds", on));
            }
            client.call("Email/set", Map.of("update", updates)).done();
            return "label " + updates;
        }

        private static List<Long> emails(Snapshot snapshot) {
            return snapshot.changes(EmailType.TYPE, new State(1, 0), 10_000)
                    .orElseThrow()
                    .created();
        }

        private static Map<Long, EmailMetadata> metadata(Snapshot snapshot) {
            return EmailWriter.metadata(snapshot, emails(snapshot));
        }

        /** Watches all mailboxes and labels, also those with emails. */
        private void watchAll() {
            Set<Long> containers = new TreeSet<>();
            client.all("Mailbox").keySet().forEach(id -> containers.add(MailHome.mailbox(id)));
            labels.forEach(id -> containers.add(ObjectId.parse(Label.LETTER, id).orElseThrow()));
            containers.removeAll(watched);
            for (long container : containers) {
                home.store.write(scope, tx -> {
                    Set<Long> emails = new TreeSet<>();
                    Set<Long> threads = new TreeSet<>();
                    metadata(tx).forEach((n, email) -> {
                        if (email.mailboxes().contains(container)
                                || email.labels().contains(container)) {
                            emails.add(n);
                            threads.add(email.thread());
                        }
                    });
                    tx.watch(EmailType.TYPE, container, emails, true);
                    tx.watch(ThreadType.TYPE, container, threads, true);
                    return true;
                });
            }
            watched.addAll(containers);
        }

        private Set<Long> some() {
            List<Long> all = new ArrayList<>(watched);
            Set<Long> some = new HashSet<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                some.add(all.get(random.nextInt(all.size())));
            }
            return some;
        }
    }

    /** A reader of some containers, which reads everything at its first call and then follows the changes. */
    private static final class Reader {
        private final Set<Long> containers;
        private final Visibility visibility;
        private final Set<Long> emails = new TreeSet<>();
        private final Map<Long, Set<Long>> threads = new TreeMap<>();
        private State ofEmails = new State(1, 0);
        private State ofThreads = new State(1, 0);
        private boolean began;

        Reader(Set<Long> containers) {
            this.containers = containers;
            this.visibility = new Visibility.InContainers(containers);
        }

        boolean isWatched(Snapshot snapshot) {
            return snapshot.watched(EmailType.TYPE).containsAll(containers);
        }

        boolean follow(Snapshot snapshot, int max, String done) {
            Map<Long, Set<Long>> expected = threads(snapshot);
            if (began) {
                catchUpEmails(snapshot, max);
                catchUpThreads(snapshot, max, expected);
            } else {
                began = true;
                expected.values().forEach(emails::addAll);
                threads.putAll(expected);
                ofEmails = snapshot.state(EmailType.TYPE, visibility);
                ofThreads = snapshot.state(ThreadType.TYPE, visibility);
            }
            Set<Long> visible = new TreeSet<>();
            expected.values().forEach(visible::addAll);
            assertThat(emails).as("emails of %s after %s", containers, done).isEqualTo(visible);
            assertThat(threads).as("threads of %s after %s", containers, done).isEqualTo(expected);
            assertThat(snapshot.visible(EmailType.TYPE, visibility, Game.emails(snapshot)))
                    .isEqualTo(visible);
            return true;
        }

        private void catchUpEmails(Snapshot snapshot, int max) {
            boolean more = true;
            while (more) {
                Changes changes = snapshot.changes(EmailType.TYPE, ofEmails, max, visibility)
                        .orElseThrow();
                changes.created().forEach(n -> assertThat(emails.add(n)).isTrue());
                changes.updated().forEach(updated -> assertThat(emails).contains(updated.n()));
                changes.destroyed().forEach(n -> assertThat(emails.remove(n)).isTrue());
                ofEmails = changes.newState();
                more = changes.hasMoreChanges();
            }
        }

        private void catchUpThreads(Snapshot snapshot, int max, Map<Long, Set<Long>> expected) {
            boolean more = true;
            while (more) {
                Changes changes = snapshot.changes(ThreadType.TYPE, ofThreads, max, visibility)
                        .orElseThrow();
                changes.created().forEach(n -> assertThat(threads).doesNotContainKey(n));
                changes.created().forEach(n -> fetch(n, expected));
                changes.updated().forEach(updated -> assertThat(threads).containsKey(updated.n()));
                changes.updated().forEach(updated -> fetch(updated.n(), expected));
                changes.destroyed().forEach(n -> assertThat(threads.remove(n)).isNotNull());
                ofThreads = changes.newState();
                more = changes.hasMoreChanges();
            }
        }

        private void fetch(long thread, Map<Long, Set<Long>> expected) {
            threads.put(thread, expected.getOrDefault(thread, Set.of()));
        }

        /** Returns the visible emails of the threads with a visible email, from the tables of mail. */
        private Map<Long, Set<Long>> threads(Snapshot snapshot) {
            Map<Long, Set<Long>> found = new TreeMap<>();
            Game.metadata(snapshot).forEach((n, email) -> {
                Set<Long> in = new HashSet<>(email.mailboxes());
                in.addAll(email.labels());
                in.retainAll(containers);
                if (!in.isEmpty()) {
                    found.computeIfAbsent(email.thread(), any -> new TreeSet<>())
                            .add(n);
                }
            });
            return found;
        }
    }
}
