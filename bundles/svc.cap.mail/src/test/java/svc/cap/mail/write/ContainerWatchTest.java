package svc.cap.mail.write;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.store.Store;
import svc.api.store.Visibility;
import svc.cap.mail.TestMessage;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.message.MailHome;
import svc.testkit.ForwardingStore;
import svc.testkit.engine.Client;

/** The emails of a mailbox come into the membership log in portions, while the account changes. */
final class ContainerWatchTest {

    private static final int PORTION = 100;

    @TempDir
    private Path directory;

    private final Deque<BackgroundTask> tasks = new ArrayDeque<>();
    private MailHome home;
    private Client ada;
    private Scope scope;
    private String box;
    private String other;
    private long mailbox;
    private ContainerWatch watch;

    @BeforeEach
    void open() {
        home = new MailHome(directory);
        ada = home.account("ada");
        scope = MailHome.scope(ada);
        box = ada.create(Mailbox.TYPE, Map.of("name", "Box"));
        other = ada.create(Mailbox.TYPE, Map.of("name", "Other"));
        mailbox = MailHome.mailbox(box);
        watch = new ContainerWatch(new HeldStore(home.store, tasks));
    }

    @AfterEach
    void close() {
        home.close();
    }

    /** A store that keeps background tasks instead of running them. */
    private static final class HeldStore extends ForwardingStore {

        private final Deque<BackgroundTask> tasks;

        HeldStore(Store store, Deque<BackgroundTask> tasks) {
            super(store);
            this.tasks = tasks;
        }

        @Override
        public BackgroundTaskHandle schedule(Scope scope, BackgroundTask task) {
            tasks.add(task);
            return new BackgroundTaskHandle() {
                @Override
                public void cancel() {
                    tasks.remove(task);
                }

                @Override
                public boolean await(Duration atMost) {
                    return isDone();
                }

                @Override
                public boolean isDone() {
                    return !tasks.contains(task);
                }
            };
        }
    }

    private void begin() {
        home.store.write(scope, tx -> {
            watch.begin(tx, mailbox);
            return true;
        });
    }

    /** Runs one portion. Returns whether the task wants another one. */
    private boolean portion() {
        BackgroundTask task = requireNonNull(tasks.peek());
        boolean more = home.store.write(scope, tx -> task.run(tx, () -> false));
        if (!more) {
            tasks.remove();
        }
        return more;
    }

    private int portions() {
        int portions = 1;
        while (portion()) {
            portions++;
        }
        return portions;
    }

    /** Puts emails into the mailbox, some with the same time, in threads of up to four. */
    private List<String> fill(int count) {
        List<TestMessage> letters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            letters.add(new TestMessage(box).at(i / 3).links((long) (i % (1 + count / 4))));
        }
        return home.put(ada, letters);
    }

    private boolean isWatched() {
        return home.store.read(
                scope,
                snapshot ->
                        snapshot.isWatched(EmailType.TYPE, mailbox) && snapshot.isWatched(ThreadType.TYPE, mailbox));
    }

    private void assertLogIsRight() {
        home.store.read(scope, snapshot -> {
            List<Long> all = existing(snapshot, EmailType.TYPE);
            Map<Long, EmailMetadata> emails = EmailWriter.metadata(snapshot, all);
            assertThat(visible(snapshot, EmailType.TYPE, all)).isEqualTo(inMailbox(emails, EmailMetadata::n));
            assertThat(visible(snapshot, ThreadType.TYPE, existing(snapshot, ThreadType.TYPE)))
                    .isEqualTo(inMailbox(emails, EmailMetadata::thread));
            return true;
        });
    }

    private static List<Long> existing(Snapshot snapshot, String type) {
        return snapshot.changes(type, new State(1, 0), 10_000).orElseThrow().created();
    }

    private Set<Long> visible(Snapshot snapshot, String type, Collection<Long> numbers) {
        return new TreeSet<>(snapshot.visible(type, new Visibility.InContainers(Set.of(mailbox)), numbers));
    }

    private Set<Long> inMailbox(Map<Long, EmailMetadata> emails, Function<EmailMetadata, Long> number) {
        return emails.values().stream()
                .filter(email -> email.mailboxes().contains(mailbox))
                .map(number)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, PORTION - 1, PORTION, PORTION + 1, 2 * PORTION})
    void eachEmailIsLoggedOnce(int count) {
        fill(count);
        begin();
        assertThat(isWatched()).isFalse();
        assertThat(portions()).isEqualTo(count / PORTION + 2);
        assertThat(isWatched()).isTrue();
        assertLogIsRight();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void emailsThatMoveMeanwhileAreLoggedWhereTheyAre(long seed) {
        Random random = new Random(seed);
        List<String> emails = fill(250);
        begin();
        do {
            for (int i = 0; i < 10; i++) {
                move(emails.get(random.nextInt(emails.size())), random);
            }
            fill(random.nextInt(3));
        } while (portion());
        assertThat(isWatched()).isTrue();
        assertLogIsRight();
    }

    private void move(String email, Random random) {
        switch (random.nextInt(4)) {
            case 0 -> ada.call("Email/set", Map.of("destroy", List.of(email))).done();
            case 1 -> place(email, Map.of("mailboxIds", Map.of(other, true)));
            case 2 -> place(email, Map.of("mailboxIds", Map.of(box, true, other, true)));
            default -> place(email, Map.of("keywords/$flagged", true));
        }
    }

    private void place(String email, Map<String, Object> patch) {
        ada.call("Email/set", Map.of("update", Map.of(email, patch))).done();
    }

    @Test
    void workThatWasInterruptedContinuesAtTheNextAccess() {
        fill(250);
        begin();
        portion();
        tasks.clear(); // as if the server had been killed
        watch = new ContainerWatch(new HeldStore(home.store, tasks));
        watch.ensure(scope);
        begin();
        assertThat(tasks).hasSize(1);
        assertThat(portions()).isEqualTo(3);
        assertThat(isWatched()).isTrue();
        assertLogIsRight();
        begin();
        watch.ensure(scope);
        assertThat(tasks).isEmpty();
    }

    @Test
    void mailboxThatIsDestroyedMeanwhileIsForgotten() {
        fill(250);
        begin();
        portion();
        ada.call("Mailbox/set", Map.of("destroy", List.of(box), "onDestroyRemoveEmails", true))
                .done();
        assertThat(portion()).isFalse();
        assertThat(isWatched()).isFalse();
        assertLogIsRight();
    }
}
