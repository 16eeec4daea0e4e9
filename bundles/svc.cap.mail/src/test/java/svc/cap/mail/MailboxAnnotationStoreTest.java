package svc.cap.mail;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.erasure.ErasedAccount;
import svc.api.store.BackgroundTask;
import svc.api.store.Scope;
import svc.api.store.Transaction;
import svc.cap.mail.api.AnnotationStore;
import svc.cap.mail.api.AnnotationStore.Annotated;
import svc.cap.mail.message.MailHome;
import svc.testkit.engine.Client;

/** Tests how annotations are stored, limited and removed. */
final class MailboxAnnotationStoreTest {

    @TempDir
    private Path directory;

    private final AnnotationStore annotations = new MailboxAnnotationStore();
    private MailHome home;
    private Client ada;
    private Scope scope;

    @BeforeEach
    void open() {
        home = new MailHome(directory);
        ada = home.account("ada");
        scope = MailHome.scope(ada);
    }

    @AfterEach
    void close() {
        home.close();
    }

    private boolean annotate(Annotated annotated, Map<String, @Nullable String> values) {
        Map<String, byte @Nullable []> octets = new HashMap<>();
        values.forEach(
                (name, value) -> octets.put(name, value == null ? null : value.getBytes(StandardCharsets.UTF_8)));
        return home.store.<Boolean>write(scope, tx -> annotations.annotate(tx, annotated, octets));
    }

    private List<String> names(Annotated annotated) {
        return home.store.read(
                scope,
                snapshot -> new ArrayList<>(
                        annotations.annotations(snapshot, annotated).keySet()));
    }

    private Map<Annotated, Map<String, Long>> digests() {
        return home.store.read(scope, annotations::digests);
    }

    private static Map<String, @Nullable String> entries(int from, int to) {
        Map<String, @Nullable String> entries = new HashMap<>();
        for (int i = from; i < to; i++) {
            entries.put("/private/e" + i, "x");
        }
        return entries;
    }

    private long inbox() {
        return MailHome.mailbox(requireNonNull(MailHome.roles(ada).get("inbox")));
    }

    @Test
    void digestChangesWithTheValue() {
        Annotated inbox = new Annotated(0, inbox());
        annotate(inbox, Map.of("/private/a", "1", "/private/b", "1"));
        Map<String, Long> before = requireNonNull(digests().get(inbox));
        annotate(inbox, Map.of("/private/a", "2", "/private/b", "1"));
        Map<String, Long> after = requireNonNull(digests().get(inbox));
        assertThat(after.get("/private/a")).isNotEqualTo(before.get("/private/a"));
        assertThat(after.get("/private/b")).isEqualTo(before.get("/private/b"));
        Map<String, @Nullable String> removal = new HashMap<>();
        removal.put("/private/a", null);
        annotate(inbox, removal);
        assertThat(names(inbox)).containsExactly("/private/b");
    }

    @Test
    void aMailboxHasAtMost50Annotations() {
        Annotated inbox = new Annotated(0, inbox());
        assertThat(annotate(inbox, entries(0, 51))).isFalse();
        assertThat(names(inbox)).isEmpty();
        assertThat(annotate(inbox, entries(0, 50))).isTrue();
        assertThat(annotate(inbox, entries(50, 51))).isFalse();
        assertThat(annotate(inbox, entries(49, 50))).isTrue();
    }

    @Test
    void anAccountHasAtMost5000Annotations() {
        for (int i = 1; i <= 100; i++) {
            assertThat(annotate(new Annotated(77, i), entries(0, 50))).isTrue();
        }
        assertThat(annotate(new Annotated(77, 101), entries(0, 1))).isFalse();
        assertThat(annotate(new Annotated(77, 100), entries(0, 50))).isTrue();
        Set<Long> others = new HashSet<>(
                requireNonNull(home.store.read(scope, annotations::ofOtherUsers).get(77L)));
        assertThat(others).hasSize(100);
        others.remove(3L);
        home.store.write(scope, tx -> {
            annotations.remove(tx, 77, others);
            annotations.remove(tx, 78, Set.of(3L));
            return tx;
        });
        assertThat(digests().keySet()).containsExactly(new Annotated(77, 3));
        assertThat(annotate(new Annotated(77, 101), entries(0, 1))).isTrue();
        annotate(new Annotated(0, inbox()), entries(0, 1));
        assertThat(home.store.read(scope, annotations::ofOtherUsers)).isEqualTo(Map.of(77L, Set.of(3L, 101L)));
    }

    @Test
    void annotationsGoWithTheMailbox() {
        String trash = requireNonNull(MailHome.roles(ada).get("trash"));
        Annotated mailbox = new Annotated(0, MailHome.mailbox(trash));
        annotate(mailbox, entries(0, 2));
        annotate(new Annotated(77, mailbox.mailbox()), entries(0, 1));
        annotate(Annotated.ACCOUNT, entries(0, 1));
        assertThat(ada.call("Mailbox/set", Map.of("destroy", List.of(trash)))
                        .done()
                        .texts("destroyed"))
                .containsExactly(trash);
        assertThat(digests().keySet())
                .containsExactlyInAnyOrder(Annotated.ACCOUNT, new Annotated(77, mailbox.mailbox()));
        assertThat(annotate(mailbox, entries(0, 1))).isTrue();
        assertThat(names(mailbox)).isEmpty();
    }

    @Test
    void annotationsAreErasedWithTheAccount() {
        annotate(new Annotated(0, inbox()), entries(0, 50));
        annotate(new Annotated(77, 1), entries(0, 50));
        annotate(Annotated.ACCOUNT, entries(0, 1));
        MailErasure erasure = new MailErasure();
        ErasedAccount account = new ErasedAccount(ada.account(), Set.of());
        home.store
                .schedule(scope, new BackgroundTask() {
                    @Override
                    public boolean run(Transaction tx, Pace pace) {
                        return erasure.erase(account, tx, pace);
                    }

                    @Override
                    public String name() {
                        return "erase";
                    }
                })
                .await(Duration.ofSeconds(60));
        assertThat(digests()).isEmpty();
    }
}
