package svc.cap.mail.capability;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.StoreException;
import svc.cap.mail.CountedStore;
import svc.cap.mail.mailbox.MailFixture;
import svc.cap.mail.mailbox.Mailbox;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/**
 * Calls that change many emails use several transactions (FAIR-01). In this test, the pace ends each transaction after
 * one portion.
 */
final class BoundedUnitsTest {

    private static final String MAILBOX_SET = "Mailbox/set";
    private static final String EMAIL_SET = "Email/set";
    private static final String IMPORT = "svc.cap.mail: insert emails";
    private static final int MANY = 25;

    @TempDir
    private Path directory;

    private final AtomicReference<CountedStore> counted = new AtomicReference<>();
    private MailFixture fixture;
    private Client ada;
    private String first;
    private String second;
    private List<String> ids;

    @BeforeEach
    void open() {
        fixture = new MailFixture(directory, store -> {
            CountedStore between = new CountedStore(store);
            counted.set(between);
            return between;
        });
        ada = fixture.account("ada");
        first = fixture.mailbox(ada, "One");
        second = fixture.mailbox(ada, "Two");
        ids = IntStream.range(0, MANY).mapToObj(this::delivered).toList();
        fixture.clock.hurry(Duration.ofMillis(20));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private CountedStore counted() {
        return requireNonNull(counted.get());
    }

    private String delivered(int n) {
        return fixture.deliver(ada, first, message(n));
    }

    private static String message(int n) {
        return MailFixture.lines("Subject: s" + n, "Message-ID: <" + n + "@one.example>", "", "text");
    }

    private Response destroy(Map<String, ?> more) {
        Map<String, Object> arguments = new LinkedHashMap<>(more);
        arguments.put("destroy", List.of(first));
        arguments.put("onDestroyRemoveEmails", true);
        return ada.call(MAILBOX_SET, arguments);
    }

    private int emails() {
        return ada.call("Email/query", Map.of()).done().list("ids").size();
    }

    @Test
    @Covers(value = "FAIR-01", part = "a mailbox is destroyed with its messages")
    void mailboxIsEmptiedInSeveralTransactionsBeforeItIsDestroyed() {
        ada.call(EMAIL_SET, Map.of("update", Map.of(ids.get(3), Map.of("mailboxIds/" + second, true))))
                .done();
        String before = ada.state(Mailbox.TYPE);
        counted().taken(MAILBOX_SET);

        Response response = destroy(Map.of("ifInState", before)).done();

        assertThat(counted().taken(MAILBOX_SET)).isEqualTo(3);
        assertThat(response.texts("destroyed")).containsExactly(first);
        assertThat(response.text("oldState")).isEqualTo(before);
        assertThat(response.text("newState")).isEqualTo(ada.state(Mailbox.TYPE));
        assertThat(fixture.counts(ada, second)).isEqualTo("1 1 1 1");
        assertThat(ada.call("Email/query", Map.of()).done().texts("ids")).containsExactly(ids.get(3));
    }

    @Test
    void emailThatArrivesDuringEmptyingIsDestroyedToo() {
        String before = ada.state(Mailbox.TYPE);
        counted().beforeTheSecond(MAILBOX_SET, () -> delivered(MANY));

        Response response = destroy(Map.of()).done();

        assertThat(response.texts("destroyed")).containsExactly(first);
        assertThat(emails()).isZero();
        assertThat(response.text("oldState"))
                .as("a client in the state before must see that another request changed something")
                .isNotEqualTo(before);
        assertThat(response.text("newState")).isEqualTo(ada.state(Mailbox.TYPE));
    }

    @Test
    void failureDuringEmptyingLeavesTheMailboxWithFewerEmails() {
        counted().beforeTheSecond(MAILBOX_SET, () -> {
            throw new StoreException(StoreException.Kind.FAILED, "The disk is full.", null);
        });

        assertThat(destroy(Map.of()).error()).isEqualTo("serverPartialFail");

        assertThat(emails()).isEqualTo(15);
        assertThat(fixture.counts(ada, first)).isEqualTo("15 15 15 15");
        assertThat(destroy(Map.of()).done().texts("destroyed")).containsExactly(first);
    }

    @Test
    void rejectedMailboxDestroyRemovesNoEmails() {
        ada.create(Mailbox.TYPE, Map.of("name", "Below", "parentId", first));
        assertThat(destroy(Map.of()).done().object("notDestroyed")).containsKey(first);
        assertThat(destroy(Map.of("ifInState", "other")).error()).isEqualTo("stateMismatch");
        assertThat(emails()).isEqualTo(MANY);
    }

    @Test
    void mailboxTreeIsDestroyedWithItsEmails() {
        String below = ada.create(Mailbox.TYPE, Map.of("name", "Below", "parentId", first));
        fixture.deliver(ada, below, message(MANY));
        Response response = ada.call(
                        MAILBOX_SET, Map.of("destroy", List.of(first, below), "onDestroyRemoveEmails", true))
                .done();
        assertThat(response.texts("destroyed")).containsExactlyInAnyOrder(first, below);
        assertThat(emails()).isZero();
    }

    @Test
    @Covers(value = "FAIR-01", part = "many messages change in one call")
    void manyEmailUpdatesUseSeveralTransactions() {
        Map<String, Object> update = new LinkedHashMap<>();
        ids.subList(0, 20).forEach(id -> update.put(id, Map.of("keywords/$seen", true)));
        String before = ada.state(EmailType.TYPE);
        counted().taken(EMAIL_SET);

        Response response = ada.call(
                        EMAIL_SET, Map.of("ifInState", before, "update", update, "destroy", ids.subList(20, MANY)))
                .done();

        assertThat(counted().taken(EMAIL_SET)).isEqualTo(2);
        assertThat(response.object("updated")).hasSize(20);
        assertThat(response.texts("destroyed")).containsExactlyElementsOf(ids.subList(20, MANY));
        assertThat(response.text("oldState")).isEqualTo(before);
        assertThat(response.text("newState")).isEqualTo(ada.state(EmailType.TYPE));
        assertThat(fixture.counts(ada, first)).isEqualTo("20 0 20 0");
    }

    @Test
    void oldStateIncludesConcurrentChanges() {
        Map<String, Object> update = new LinkedHashMap<>();
        ids.forEach(id -> update.put(id, Map.of("keywords/$seen", true)));
        String before = ada.state(EmailType.TYPE);
        counted().beforeTheSecond(EMAIL_SET, () -> delivered(MANY));
        Response response = ada.call(EMAIL_SET, Map.of("update", update)).done();
        assertThat(response.object("updated")).hasSize(MANY);
        assertThat(response.text("oldState")).isNotEqualTo(before);
        assertThat(response.text("newState")).isEqualTo(ada.state(EmailType.TYPE));
    }

    @Test
    @Covers(value = "FAIR-01", part = "many messages are imported in one call")
    void manyImportsUseSeveralTransactions() {
        Map<String, Object> emails = new LinkedHashMap<>();
        for (int n = 0; n < 45; n++) {
            String blob = fixture.upload(ada, message(100 + n).getBytes(StandardCharsets.UTF_8));
            emails.put("k" + n, Map.of("blobId", blob, "mailboxIds", Map.of(n == 44 ? "Znone" : first, true)));
        }
        String before = ada.state(EmailType.TYPE);
        counted().taken(IMPORT);

        Response response = ada.call("Email/import", Map.of("emails", emails, "ifInState", before))
                .done();

        assertThat(counted().taken(IMPORT)).isEqualTo(3);
        assertThat(response.object("created")).hasSize(44);
        assertThat(response.object("notCreated")).containsOnlyKeys("k44");
        assertThat(response.text("oldState")).isEqualTo(before);
        assertThat(response.text("newState")).isEqualTo(ada.state(EmailType.TYPE));
        assertThat(fixture.counts(ada, first)).isEqualTo("69 69 69 69");
    }
}
