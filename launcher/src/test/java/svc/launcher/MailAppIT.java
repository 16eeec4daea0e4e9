package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.MediaType;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rs.ltt.jmap.client.blob.Uploadable;
import rs.ltt.jmap.client.event.EventSourcePushService;
import rs.ltt.jmap.client.event.PushService;
import rs.ltt.jmap.client.event.State;
import rs.ltt.jmap.client.event.WebSocketPushService;
import rs.ltt.jmap.common.entity.AbstractIdentifiableEntity;
import rs.ltt.jmap.common.entity.Email;
import rs.ltt.jmap.common.entity.EmailAddress;
import rs.ltt.jmap.common.entity.EmailBodyPart;
import rs.ltt.jmap.common.entity.EmailBodyValue;
import rs.ltt.jmap.common.entity.Mailbox;
import rs.ltt.jmap.common.entity.Role;
import rs.ltt.jmap.common.entity.StateChange;
import rs.ltt.jmap.common.entity.Upload;
import svc.launcher.log.Logging;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** A mail application of another author works with mail, and its memory agrees with the server. */
final class MailAppIT {

    private static RunningServer server;

    @BeforeAll
    static void start() {
        // The application logs every byte otherwise.
        Logging.early().apply("warn", "text");
        server = SharedServer.plain();
    }

    private static MailUser user(String name, boolean socket) {
        return MailUser.of(server, name + socket + "@app.test");
    }

    private static void bring(MailUser user, String id, String subject, String more) {
        user.bring(MailCalls.letter(id, subject, more));
    }

    private static List<String> mailboxes(MailUser user, String id) {
        List<String> names = new ArrayList<>();
        user.email(id, "mailboxIds")
                .path("mailboxIds")
                .fieldNames()
                .forEachRemaining(mailbox -> names.add(user.call("Mailbox/get", "'ids':['" + mailbox + "']")
                        .at("/list/0/name")
                        .asText()));
        return names;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Covers(
            value = {"DOM-01", "CAP-03"},
            part = "mail")
    void marksAndMovesEmailsFetchedByPage(boolean socket) throws Exception {
        MailUser ann = user("moves", socket);
        for (int i = 0; i < 5; i++) {
            bring(ann, "n" + i, "Letter " + i, "");
        }
        bring(ann, "again", "Re: Letter 3", "In-Reply-To: <n3@far.test>\r\n");
        try (MailApp app = MailApp.of(ann, socket, 2)) {
            app.catchUp();
            app.assertAgrees();
            String id = app.emails("Letter 1").get(0).getId();
            assertThat(app.act(mua -> mua.setKeyword(app.emails("Letter 1"), "$flagged")))
                    .isTrue();
            assertThat(ann.email(id, "keywords").path("keywords")).hasToString("{\"$flagged\":true}");
            app.act(mua -> mua.removeKeyword(app.emails("Letter 1"), "$flagged"));
            assertThat(ann.email(id, "keywords").path("keywords")).isEmpty();
            app.act(mua -> mua.archive(app.emails("Letter 1")));
            assertThat(mailboxes(ann, id)).containsExactly("Archive");
            app.assertAgrees();
            app.act(mua -> mua.moveToInbox(app.emails("Letter 1")));
            assertThat(mailboxes(ann, id)).containsExactly("Inbox");
            app.act(mua -> mua.createMailbox(Mailbox.builder()
                    .name("Garden")
                    .parentId(app.mailbox("Archive").getId())
                    .build()));
            app.act(mua -> mua.copyToMailbox(app.emails("Letter 1"), app.mailbox("Garden")));
            assertThat(mailboxes(ann, id)).containsExactlyInAnyOrder("Inbox", "Garden");
            app.act(mua -> mua.removeFromMailbox(
                    app.emails("Letter 1"), app.mailbox("Garden").getId()));
            assertThat(mailboxes(ann, id)).containsExactly("Inbox");
            app.act(mua -> mua.modifyLabels(
                    app.emails("Letter 1"),
                    List.of(Mailbox.builder().name("House").build()),
                    List.of()));
            assertThat(mailboxes(ann, id)).containsExactlyInAnyOrder("Inbox", "House");
            app.act(mua -> mua.copyToImportant(app.emails("Letter 1")));
            assertThat(app.mailbox("Important").getRole()).isEqualTo(Role.IMPORTANT);
            app.assertAgrees();
            app.act(mua -> mua.setRole(app.mailbox("House"), Role.FLAGGED));
            app.act(mua -> mua.moveToTrash(app.emails("Letter 1")));
            app.act(mua -> mua.moveToTrash(app.emails("Letter 3")));
            assertThat(mailboxes(ann, id)).containsExactly("Trash");
            app.assertAgrees();
            app.act(mua -> mua.emptyTrash());
            assertThat(app.emails("Letter 1")).isEmpty();
            assertThat(app.copy().emails()).hasSize(4);
            app.assertAgrees();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Covers(value = "DOM-01", part = "mail")
    void followsForeignChangesWithChangesOnly(boolean socket) throws Exception {
        MailUser ann = user("follows", socket);
        String first = ann.bring(MailCalls.letter("a", "Lunch", ""));
        bring(ann, "b", "Supper", "");
        try (MailApp app = MailApp.of(ann, socket, 50)) {
            app.catchUp();
            String garden = ann.newMailbox("Garden");
            bring(ann, "c", "Re: Lunch", "In-Reply-To: <a@far.test>\r\n");
            ann.call(
                    "Email/set", "'update':{'" + first + "':{'keywords/$seen':true,'mailboxIds/" + garden + "':true}}");
            ann.call("Mailbox/set", "'update':{'" + garden + "':{'name':'Field','sortOrder':7}}");
            app.catchUp();
            assertThat(app.mailbox("Field").getTotalEmails()).isOne();
            app.assertAgrees();
            // The reply merges two threads: one of them is destroyed with its emails, which get new ids.
            bring(ann, "d", "Re: Supper", "In-Reply-To: <x@far.test>\r\n");
            app.catchUp();
            bring(ann, "e", "Re: Supper", "References: <b@far.test> <x@far.test>\r\n");
            app.catchUp();
            app.assertAgrees();
            ann.call("Email/set", "'destroy':['" + first + "']");
            ann.call("Mailbox/set", "'destroy':['" + garden + "'],'onDestroyRemoveEmails':true");
            app.catchUp();
            assertThat(app.emails("Lunch")).isEmpty();
            app.assertAgrees();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Covers(
            value = {"DOM-01", "ACC-04"},
            part = "mail")
    void worksWithASharedMailbox(boolean socket) throws Exception {
        MailUser owner = user("owner", socket);
        MailUser guest = user("guest", socket);
        String team = owner.newMailbox("Team");
        String first = owner.bring(MailCalls.letter("s1", "Plan", ""), team, "")
                .path("id")
                .asText();
        bring(owner, "s2", "Re: Plan", "In-Reply-To: <s1@far.test>\r\n");
        owner.using(
                List.of(MailCalls.URN, "urn:ietf:params:jmap:principals"),
                "['Mailbox/set',{'accountId':'@','update':{'" + team + "':{'shareWith':{'"
                        + guest.who().accountId()
                        + "':{'mayReadItems':true,'maySetKeywords':true,'maySetSeen':true}}}}},'c']");
        try (MailApp app = MailApp.ofGuest(guest, owner, team, socket)) {
            app.catchUp();
            app.assertAgrees();
            assertThat(app.copy().describedThreads().values()).containsExactly(List.of(first));
            assertThat(app.act(mua -> mua.setKeyword(app.emails("Plan"), "$flagged")))
                    .isTrue();
            assertThat(owner.email(first, "keywords").path("keywords")).hasToString("{\"$flagged\":true}");
            owner.bring(MailCalls.letter("s3", "Budget", ""), team, "");
            owner.call("Email/set", "'update':{'" + first + "':{'keywords/$seen':true}}");
            app.catchUp();
            app.assertAgrees();
            owner.call(
                    "Email/set", "'update':{'" + first + "':{'mailboxIds':{'" + owner.mailbox("inbox") + "':true}}}");
            app.catchUp();
            app.assertAgrees();
            assertThat(app.copy().emails()).extracting(Email::getSubject).containsExactly("Budget");
        }
    }

    /** Returns the changes of an account in a StateChange, by type. */
    private static Map<Class<? extends AbstractIdentifiableEntity>, String> changed(StateChange change, MailUser user) {
        return change.getChanged().getOrDefault(user.who().accountId(), Map.of());
    }

    /** Bytes that the application uploads. */
    private static final class Attached implements Uploadable {
        private final byte[] bytes;

        private Attached(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public MediaType getMediaType() {
            return MediaType.PDF;
        }

        @Override
        public long getContentLength() {
            return bytes.length;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Covers(value = "DOM-01", part = "mail")
    void createsADraftWithAnAttachmentAndReadsItBack(boolean socket) throws Exception {
        MailUser ann = user("writes", socket);
        byte[] bytes = new byte[200_000];
        new Random(1).nextBytes(bytes);
        try (MailApp app = MailApp.of(ann, socket, 50)) {
            app.catchUp();
            Upload upload = MailApp.soon(app.mua().upload(new Attached(bytes), percent -> {}));
            assertThat(upload.getSize()).isEqualTo(bytes.length);
            EmailBodyPart attachment = EmailBodyPart.builder()
                    .blobId(upload.getBlobId())
                    .mediaType(MediaType.PDF)
                    .name("plan für uns.pdf")
                    .size(upload.getSize())
                    .build();
            Email draft = Email.builder()
                    .from(EmailAddress.builder()
                            .name("Ann")
                            .email("ann@app.test")
                            .build())
                    .to(EmailAddress.builder().name("Zoë").email("zoe@far.test").build())
                    .subject("The plan")
                    .bodyValue("0", EmailBodyValue.builder().value("Grüße").build())
                    .textBody(EmailBodyPart.builder()
                            .partId("0")
                            .mediaType(MediaType.PLAIN_TEXT_UTF_8.withoutParameters())
                            .build())
                    .attachment(attachment)
                    .build();
            MailApp.soon(app.mua().verifyAttachmentsDoNotExceedLimit(List.of(attachment)));
            String id = MailApp.soon(app.mua().draft(draft));
            app.catchUp();
            app.assertAgrees();
            Email written = app.emails("The plan").get(0);
            assertThat(written.getId()).isEqualTo(id);
            assertThat(mailboxes(ann, id)).containsExactly("Drafts");
            assertThat(written.getKeywords()).containsOnlyKeys("$draft", "$seen");
            EmailBodyPart read = written.getAttachments().get(0);
            assertThat(read.getName()).isEqualTo("plan für uns.pdf");
            try (InputStream download = MailApp.soon(app.mua().download(read)).getInputStream()) {
                assertThat(download.readAllBytes()).isEqualTo(bytes);
            }
            try (InputStream rest =
                    MailApp.soon(app.mua().download(read, 150_000)).getInputStream()) {
                assertThat(rest.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 150_000, bytes.length));
            }
            app.act(mua -> mua.discardDraft(written));
            assertThat(app.copy().emails()).isEmpty();
            app.assertAgrees();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Covers(
            value = {"PUSH-07", "WS-01"},
            part = "mail")
    void receivesPushAndFetchesNewMail(boolean socket) throws Exception {
        MailUser ann = user("hears", socket);
        try (MailApp app = MailApp.of(ann, socket, 50)) {
            app.catchUp();
            List<StateChange> events = new CopyOnWriteArrayList<>();
            PushService service = MailApp.soon(app.mua().getJmapClient().monitorEvents(events::add));
            assertThat(service).isInstanceOf(socket ? WebSocketPushService.class : EventSourcePushService.class);
            server.await("connected", () -> service.getConnectionState() == State.CONNECTED);
            // It reports the connection before it has enabled push: earlier changes are not sent.
            List<String> states = new ArrayList<>();
            server.await("notified of a message", () -> {
                bring(ann, "m" + states.size(), "News", "");
                states.add(ann.state("Email"));
                return events.stream()
                        .anyMatch(change -> states.contains(changed(change, ann).get(Email.class)));
            });
            assertThat(events).anyMatch(change -> changed(change, ann).containsKey(Mailbox.class));
            app.catchUp();
            assertThat(app.emails("News")).hasSize(states.size());
            app.assertAgrees();
        }
    }

    @Test
    @Covers(value = "DOM-01", part = "mail")
    void twoClientsConvergeWithTheServer() {
        new TwoApps(user("both", false), Integer.getInteger("svc.seed", 1)).play(40);
    }

    @Test
    @Tag("soak")
    @Covers(value = "DOM-01", part = "mail")
    void twoClientsConvergeUnderLongLoad() {
        for (int game = 0; game < 20; game++) {
            new TwoApps(MailUser.of(server, "both" + game + "@app.test"), 1000 + game).play(300);
        }
    }
}
