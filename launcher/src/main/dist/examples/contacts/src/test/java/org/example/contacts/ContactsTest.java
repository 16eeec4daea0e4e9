package org.example.contacts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;
import svc.api.delivery.DeliveryPlan;
import svc.api.delivery.IncomingMessage;
import svc.api.health.Finding;
import svc.api.http.AccountResource;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.testkit.engine.Client;
import svc.testkit.engine.JmapTestServer;

class ContactsTest {

    @AutoClose
    private final JmapTestServer engine = new JmapTestServer(Contacts.class);

    private final Client ada = engine.account("one", "ada");
    private HistoryPruning pruning;
    private String bob;

    @BeforeEach
    void createContact() {
        engine.register(new Contacts());
        engine.register(new ContactSettingsType());
        pruning = new HistoryPruning(
                engine.store(), engine.accountWork(), engine.repositories(), engine.jobs(), engine.clock());
        engine.register(pruning);
        bob = ada.create("Contact", Map.of("name", "Bob; Builder", "emails", List.of("bob@example.org")));
    }

    @AfterEach
    void stop() {
        pruning.stop();
    }

    /** Delivers a message to Ada. */
    private void deliver(String sender) {
        BlobId message =
                BlobId.parse(ada.upload("Subject: Hi\r\n\r\n".getBytes(UTF_8))).orElseThrow();
        IncomingMessage incoming = new IncomingMessage(
                ada.account(),
                ada.scope(),
                sender,
                ada.account().email(),
                engine.blobs().find(ada.account(), message).orElseThrow(),
                Optional.empty(),
                engine.clock().now());
        DeliveryPlan plan =
                new NewMail(engine.directory(), engine.repositories()).plan(incoming, DeliveryPlan.INBOX);
        plan.effects().forEach(change -> engine.store().write(ada.scope(), tx -> {
            change.apply(tx);
            return sender;
        }));
    }

    @Test
    void photoIsKeptWithItsContact() {
        String photo = ada.upload("a photo".getBytes(UTF_8));
        String carl = ada.create("Contact", Map.of("name", "Carl", "photo", photo));
        assertThat(ada.get("Contact", carl)).containsEntry("photo", photo);
        assertThat(engine.store().<Long>read(ada.scope(), engine.blobs()::usedBytes))
                .isEqualTo("a photo".length());
    }

    @Test
    void mailFromContactIsRemembered() {
        String since = ada.state("Contact");
        deliver("Bob@Example.org");
        deliver("carl@example.org");
        ada.call("Contact/set", Map.of("update", Map.of(bob, Map.of("emails", List.of("robert@example.org")))));
        deliver("bob@example.org");
        assertThat(ada.get("Contact", bob))
                .containsEntry("recentMails", 1)
                .extractingByKey("lastMailAt")
                .isNotNull();
        assertThat(ada.call("Contact/changes", Map.of("sinceState", since)).texts("updated"))
                .containsExactly(bob);
    }

    @Test
    void oldMailHistoryIsPrunedEveryNight() {
        ada.call("ContactSettings/set", Map.of("update", Map.of("singleton", Map.of("keepDays", 7))));
        deliver("bob@example.org");
        engine.clock().move(Duration.ofDays(5));
        deliver("bob@example.org");
        engine.runJobs();
        assertThat(ada.get("Contact", bob)).containsEntry("recentMails", 2);
        engine.clock().move(Duration.ofDays(5));
        engine.runJobs();
        assertThat(ada.get("Contact", bob)).containsEntry("recentMails", 1);
        assertThat(pruning.run()).extracting(Finding::status).containsExactly(Finding.Status.OK);
    }

    @Test
    void vCardEscapesTheName() throws Exception {
        assertThat(download(bob)).hasValue("""
                BEGIN:VCARD
                VERSION:4.0
                FN:Bob\\; Builder
                EMAIL:bob@example.org
                END:VCARD
                """.replace("\n", "\r\n"));
        ada.create("Contact", Map.of("name", "Carl"));
        assertThat(download("all").orElseThrow()).containsSubsequence("FN:Bob", "FN:Carl");
        assertThat(download("c999")).isEmpty();
    }

    private Optional<String> download(String name) throws Exception {
        Caller caller = new Caller(ada.account(), "device", Caller.CredentialKind.SESSION, "127.0.0.1");
        AccountResource resource = new ContactDownload(engine.store(), engine.repositories());
        return resource.get(
                        new AccountResource.Request(caller, AccessibleAccount.own(ada.account()), ada.scope(), name))
                .map(ContactsTest::text);
    }

    private static String text(AccountResource.Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            content.body().writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(UTF_8);
    }
}
