package svc.cap.mail.uid;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Scope;
import svc.cap.mail.TestMessage;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.cap.mail.api.UidStore.StoredStructure;
import svc.cap.mail.message.MailHome;
import svc.testkit.engine.Client;

/** Tests the structures of messages, and the first numbers of emails, over the life of an email. */
final class StoredStructureTest {

    @TempDir
    private Path directory;

    private static StoredStructure structure(String text) {
        return new StoredStructure(bytes("envelope " + text), bytes("structure " + text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static Map<Long, String> texts(MailHome home, Scope scope, List<Long> numbers) {
        Map<Long, String> texts = new HashMap<>();
        home.store
                .read(scope, snapshot -> home.uids.structures(snapshot, numbers))
                .forEach((n, structure) -> texts.put(
                        n,
                        new String(structure.envelope(), StandardCharsets.US_ASCII) + ", "
                                + new String(structure.structure(), StandardCharsets.US_ASCII)));
        return texts;
    }

    private static void keep(MailHome home, Scope scope, Map<Long, StoredStructure> structures) {
        home.store.write(scope, tx -> {
            home.uids.keepStructures(tx, structures);
            return tx;
        });
    }

    @Test
    void goesWithTheEmail() {
        try (MailHome home = new MailHome(directory)) {
            Client ada = home.account("ada");
            Scope scope = MailHome.scope(ada);
            String inbox = requireNonNull(MailHome.roles(ada).get("inbox"));
            long mailbox = MailHome.mailbox(inbox);
            home.uids.open(scope, mailbox);
            List<Long> numbers = home.put(ada, new TestMessage(inbox), new TestMessage(inbox)).stream()
                    .map(MailHome::email)
                    .toList();
            long first = numbers.get(0);
            long missing = numbers.get(1) + 1_000;
            keep(home, scope, Map.of(first, structure("a"), missing, structure("b")));
            keep(home, scope, Map.of(first, structure("c")));
            assertThat(texts(home, scope, List.of(first, numbers.get(1), missing)))
                    .isEqualTo(Map.of(first, "envelope a, structure a"));

            change(home, scope, mailbox, FlagMode.ADD);
            assertThat(texts(home, scope, numbers)).containsOnlyKeys(first);
            change(home, scope, mailbox, FlagMode.REMOVE);
            long second = home.store.read(
                    scope,
                    snapshot -> home.uids
                            .emails(snapshot, mailbox, List.of(1L))
                            .get(0)
                            .n());
            assertThat(second).isNotEqualTo(first);
            assertThat(texts(home, scope, List.of(first, second))).containsOnlyKeys(second);
            assertThat(home.store.<Map<Long, Long>>read(
                            scope,
                            snapshot -> home.uids.firstNumbers(snapshot, List.of(first, second, numbers.get(1)))))
                    .isEqualTo(Map.of(second, first));
            assertThat(home.store.<List<Long>>read(scope, snapshot -> home.uids.withFirstNumber(snapshot, first)))
                    .containsExactly(first, second);
            assertThat(home.store.<List<Long>>read(scope, snapshot -> home.uids.withFirstNumber(snapshot, second)))
                    .isEmpty();

            change(home, scope, mailbox, FlagMode.ADD);
            home.store.write(scope, tx -> home.uids.expunge(tx, mailbox, List.of(1L)));
            assertThat(texts(home, scope, List.of(first, second))).isEmpty();
            assertThat(home.store.<Map<Long, Long>>read(
                            scope, snapshot -> home.uids.firstNumbers(snapshot, List.of(first, second))))
                    .isEmpty();
        }
    }

    private static void change(MailHome home, Scope scope, long mailbox, FlagMode mode) {
        home.store.write(scope, tx -> {
            home.uids.store(tx, mailbox, List.of(1L), new FlagChange(mode, Set.of(), true));
            return tx;
        });
    }
}
