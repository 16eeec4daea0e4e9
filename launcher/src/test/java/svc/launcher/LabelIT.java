package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.bundles.MailCalls;

/** Labels, and the other additions of the second version of mail, over HTTP. */
final class LabelIT {

    private static final List<String> BOTH = List.of(MailUser.SECOND, MailUser.LABELS);

    @TempDir
    private static Path directory;

    @RegisterExtension
    private static final ServerOfClass SERVER = ServerOfClass.in(() -> WhoAmIBundle.in(directory.resolve("home")));

    private static JsonNode response(MailUser user, List<String> urns, String method, String arguments) {
        return user.using(urns, "['" + method + "',{'accountId':'@'," + arguments + "},'c']")
                .path(0);
    }

    /** Returns the response to a call that uses labels and the second version of mail. */
    private static JsonNode call(MailUser user, String method, String arguments) {
        JsonNode response = response(user, BOTH, method, arguments);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo(method);
        return response.path(1);
    }

    private static String label(MailUser user, String name) {
        JsonNode created = call(user, "Label/set", "'create':{'k':{'name':'" + name + "','color':'#112233'}}");
        assertThat(created.at("/created/k/id").isTextual())
                .as(created.toString())
                .isTrue();
        return created.at("/created/k/id").asText();
    }

    private static void put(MailUser user, String email, String label) {
        JsonNode set = call(user, "Email/set", "'update':{'" + email + "':{'labelIds/" + label + "':true}}");
        assertThat(set.path("updated").has(email)).as(set.toString()).isTrue();
    }

    private static List<String> labelled(MailUser user, String label) {
        return MailCalls.texts(call(user, "Email/query", "'filter':{'hasLabel':'" + label + "'}")
                .path("ids"));
    }

    private static JsonNode labels(MailUser user, String email) {
        return call(user, "Email/get", "'ids':['" + email + "'],'properties':['labelIds']")
                .at("/list/0/labelIds");
    }

    @Test
    @Covers("V2-03")
    void labelsCanBeSetQueriedAndFollowed() throws IOException, InterruptedException {
        MailUser ann = MailUser.of(SERVER.running(), "ann@labels.test");
        String work = label(ann, "Wörk");
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(ann.bring(MailCalls.letter("l" + i, "letter " + i, "")));
        }
        JsonNode found = call(ann, "Email/query", "'filter':{'hasLabel':'" + work + "'}");
        try (EventClient events = EventClient.of(ann.who(), "?types=Email&closeafter=no&ping=0")) {
            put(ann, ids.get(1), work);
            assertThat(events.state(ann.who().accountId(), "Email")).isEqualTo(ann.state("Email"));
        }
        put(ann, ids.get(3), work);
        assertThat(labelled(ann, work)).containsExactlyInAnyOrder(ids.get(1), ids.get(3));
        JsonNode changes = call(
                ann,
                "Email/queryChanges",
                "'filter':{'hasLabel':'" + work + "'},'sinceQueryState':'"
                        + found.path("queryState").asText() + "'");
        assertThat(changes.path("added")).hasSize(2);
        JsonNode classic = ann.call("Email/get", "'ids':['" + ids.get(1) + "']").at("/list/0");
        assertThat(classic.has("labelIds"))
                .as("the first version knows nothing of it")
                .isFalse();
        assertThat(classic.path("keywords")).isEmpty();
        JsonNode union = call(ann, "Email/get", "'ids':['" + ids.get(1) + "']").at("/list/0");
        for (String name : List.of("labelIds", "isPinned", "contentHash", "deliveryStatus", "subject", "keywords")) {
            assertThat(union.has(name)).as(name).isTrue();
        }
        assertThat(union.path("deliveryStatus").isNull()).isTrue();
        String state = ann.state("Email");
        call(ann, "Label/set", "'destroy':['" + work + "']");
        assertThat(labels(ann, ids.get(1))).isEmpty();
        assertThat(MailCalls.texts(ann.call("Email/changes", "'sinceState':'" + state + "'")
                        .path("updated")))
                .containsExactlyInAnyOrder(ids.get(1), ids.get(3));
    }

    /** A server that is killed during the removal continues after the restart. */
    @Test
    @Covers("V2-03")
    void labelRemovalSurvivesAKill(@TempDir Path own) {
        String work;
        List<String> ids = new ArrayList<>();
        try (RunningServer server = SvcCommand.svc().start(own).ready()) {
            MailUser ann = MailUser.of(server, "ann@many.test");
            work = label(ann, "work");
            String blob = ann.upload(MailCalls.letter("many", "many", ""));
            String inbox = ann.mailbox("inbox");
            for (int call = 0; call < 2; call++) {
                StringBuilder emails = new StringBuilder();
                for (int i = 0; i < 200; i++) {
                    emails.append(i == 0 ? "" : ",")
                            .append("'k" + i + "':{'blobId':'" + blob + "','mailboxIds':{'" + inbox
                                    + "':true},'labelIds':{'" + work + "':true}}");
                }
                call(ann, "Email/import", "'emails':{" + emails + "}")
                        .path("created")
                        .forEach(created -> ids.add(created.path("id").asText()));
            }
            assertThat(ids).hasSize(400);
            call(ann, "Label/set", "'destroy':['" + work + "']");
            server.kill();
        }
        try (RunningServer server = SvcCommand.svc().start(own).ready()) {
            MailUser ann = MailUser.of(server, "ann@many.test");
            Eventually.until(
                    "no message has the label", () -> labelled(ann, work).isEmpty());
            assertThat(labels(ann, ids.get(399))).isEmpty();
            assertThat(call(ann, "Label/get", "'ids':null").path("list")).isEmpty();
        }
    }

    @Test
    @Covers({"V2-03", "ACC-04"})
    void labelsAreSharedWithTheirEmailsWithinTheTenant() {
        MailUser ann = MailUser.of(SERVER.running(), "ann@shared.test");
        MailUser bob = MailUser.of(SERVER.running(), "bob@shared.test");
        MailUser eve = MailUser.of(SERVER.running(), "eve@apart.test");
        String work = label(ann, "work");
        String email = ann.bring(MailCalls.letter("s", "shared", ""));
        String shared = "shared:" + ann.who().accountId();
        String get = "['Label/get',{'accountId':'" + shared + "','ids':null},'c']";
        String set = "['Email/set',{'accountId':'" + shared + "','update':{'" + email + "':{'labelIds/" + work
                + "':true}}},'c']";
        for (MailUser other : List.of(bob, eve)) {
            assertThat(other.using(BOTH, get).at("/0/1/type").asText()).isEqualTo("accountNotFound");
        }
        share(ann, bob, "READ");
        assertThat(bob.using(BOTH, get).at("/0/1/list/0/name").asText()).isEqualTo("work");
        assertThat(bob.using(BOTH, get).at("/0/1/list/0/myRights/mayWrite").asBoolean(true))
                .isFalse();
        assertThat(bob.using(BOTH, set).at("/0/1/type").asText()).isEqualTo("accountReadOnly");
        assertThat(eve.using(BOTH, get).at("/0/1/type").asText()).isEqualTo("accountNotFound");
        share(ann, bob, "WRITE");
        assertThat(bob.using(BOTH, set).at("/0/1/updated").has(email)).isTrue();
        assertThat(bob.using(BOTH, get).at("/0/1/list/0/myRights/mayWrite").asBoolean())
                .isTrue();
        assertThat(labels(ann, email).path(work).asBoolean()).isTrue();
        String bobs = bob.bring(MailCalls.letter("b", "bob's", ""));
        JsonNode wrong =
                call(bob, "Email/set", "'update':{'" + bobs + "':{'labelIds':{'" + label(bob, "x") + "0':true}}}");
        assertThat(wrong.at("/notUpdated/" + bobs + "/type").asText()).isEqualTo("invalidProperties");
    }

    private static void share(MailUser owner, MailUser with, String access) {
        HttpResponse<String> response = owner.who()
                .post("/whoami?with=" + with.who().email() + "&capability=" + MailUser.URN + "&access=" + access, "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(204);
    }

    @Test
    @Covers({"V2-03", "V2-01", "CAP-05"})
    void methodsRequireTheirCapability() {
        MailUser ann = MailUser.of(SERVER.running(), "ann@urns.test");
        Map<String, List<String>> methods = Map.of(
                "Label/get", List.of(MailUser.LABELS),
                "Label/set", List.of(MailUser.LABELS),
                "Label/changes", List.of(MailUser.LABELS),
                "Label/query", List.of(MailUser.LABELS),
                "Label/queryChanges", List.of(MailUser.LABELS),
                "Email/reindex", List.of(MailUser.SECOND),
                "Email/import", List.of(MailUser.URN, MailUser.SECOND));
        methods.forEach((method, urns) -> {
            for (String urn : List.of(MailUser.URN, MailUser.SECOND, MailUser.LABELS, MailUser.THREADS)) {
                JsonNode response = response(ann, List.of(urn), method, arguments(method));
                String error = response.path(0).asText().equals("error")
                        ? response.path(1).path("type").asText()
                        : "";
                assertThat(error.equals("unknownCapability"))
                        .as(method + " with " + urn + ": " + response)
                        .isEqualTo(!urns.contains(urn));
            }
        });
    }

    private static String arguments(String method) {
        return switch (method) {
            case "Label/changes" -> "'sinceState':'s1-0'";
            case "Label/queryChanges" -> "'sinceQueryState':'s1-0'";
            case "Email/import" -> "'emails':{}";
            default ->
                "'ids':null".repeat(method.endsWith("/get") || method.endsWith("/reindex") ? 1 : 0)
                        + "'filter':null".repeat(method.endsWith("/query") ? 1 : 0)
                        + "'create':null".repeat(method.endsWith("/set") ? 1 : 0);
        };
    }

    @Test
    @Covers("V2-03")
    void rejectsHostileLabelsOneByOne() {
        MailUser ann = MailUser.of(SERVER.running(), "ann@hostile.test");
        String good = label(ann, "Straße");
        String create =
                "'a':{'name':'x','parentId':null},'b':{'name':' STRAßE '},'c':{'name':'\\u0000'},'d':{'name':{}},"
                        + "'e':{'name':'e','color':'javascript:alert(1)'},'f':{'name':'f','sortOrder':-1},"
                        + "'g':{'name':'g','shareWith':{'a1':{}}},'h':{'name':'h','myRights':{}},'i':{},'j':{'name':'fine'}";
        JsonNode response = call(ann, "Label/set", "'create':{" + create + "}");
        assertThat(response.path("created").fieldNames()).toIterable().containsExactly("j");
        JsonNode refused = response.path("notCreated");
        assertThat(refused.at("/a/properties/0").asText()).isEqualTo("parentId");
        assertThat(refused.at("/b/type").asText()).isEqualTo("alreadyExists");
        assertThat(refused.at("/b/existingId").asText()).isEqualTo(good);
        Map.of("c", "name", "d", "name", "e", "color", "f", "sortOrder", "g", "shareWith", "h", "myRights", "i", "name")
                .forEach((key, property) -> assertThat(
                                refused.at("/" + key + "/properties/0").asText())
                        .as(key)
                        .isEqualTo(property));
        assertThat(call(ann, "Label/get", "'ids':null").path("list")).hasSize(2);
        for (String filter : List.of("{'hasLabel':5}", "{'hasLabel':null}", "{'notLabel':['x']}", "{'isPinned':'x'}")) {
            assertThat(response(ann, BOTH, "Email/query", "'filter':" + filter)
                            .at("/1/type")
                            .asText())
                    .as(filter)
                    .isEqualTo("invalidArguments");
        }
    }

    @Test
    @Covers("V2-01")
    void dedupeImportsEqualMessagesOnce() {
        MailUser ann = MailUser.of(SERVER.running(), "ann@once.test");
        byte[] letter = MailCalls.letter("once", "once", "");
        String there = ann.bring(letter);
        String given = "{'blobId':'" + ann.upload(letter) + "','mailboxIds':{'" + ann.mailbox("inbox") + "':true}}";
        JsonNode response = call(ann, "Email/import", "'dedupe':true,'emails':{'k':" + given + "}");
        assertThat(response.at("/notCreated/k/type").asText()).isEqualTo("alreadyExists");
        assertThat(response.at("/notCreated/k/existingId").asText()).isEqualTo(there);
        assertThat(response.path("newState").asText())
                .isEqualTo(response.path("oldState").asText());
        assertThat(ann.error("Email/import", "'dedupe':true,'emails':{'k':" + given + "}"))
                .isEqualTo("invalidArguments");
        assertThat(ann.call("Email/import", "'emails':{'k':" + given + "}")
                        .at("/created/k/id")
                        .asText())
                .isNotEqualTo(there)
                .isNotEmpty();
    }

    @Test
    @Covers("V2-01")
    void emailsAreReindexed() {
        MailUser ann = MailUser.of(SERVER.running(), "ann@reindex.test");
        String id = ann.bring(MailCalls.letter("r1", "apricots", ""));
        ann.bring(MailCalls.letter("r2", "apples", ""));
        String find = "'filter':{'subject':'apricots'}";
        assertThat(MailCalls.texts(ann.call("Email/query", find).path("ids"))).containsExactly(id);
        JsonNode some = call(ann, "Email/reindex", "'ids':['" + id + "','" + id + "','m99999','x']");
        assertThat(some.path("queued").asInt()).isEqualTo(1);
        assertThat(MailCalls.texts(some.path("notFound"))).containsExactly("m99999", "x");
        JsonNode all = call(ann, "Email/reindex", "'ids':null");
        assertThat(all.path("queued").asInt()).isEqualTo(2);
        assertThat(MailCalls.texts(ann.call("Email/query", find).path("ids"))).containsExactly(id);
        assertThat(ann.error("Email/reindex", "'ids':null")).isEqualTo("unknownCapability");
        assertThat(response(ann, BOTH, "Email/reindex", "'ids':'all'")
                        .at("/1/type")
                        .asText())
                .isEqualTo("invalidArguments");
    }

    @Test
    @Covers(value = "CAP-06", open = "contacts and calendars")
    void sentEmailHasItsDeliveryStatus() {
        Sender ann = Sender.of(SERVER.running(), "ann@fares.test");
        Sender.of(SERVER.running(), "bob@fares.test");
        String email = ann.draft("bob@fares.test", "how it fares");
        assertThat(status(ann, email).isNull()).isTrue();
        String state = ann.user().state("Email");
        String id = ann.submit(email, "").at("/created/s/id").asText();
        ann.awaitStatus(id, "bob@fares.test", "yes");
        assertThat(status(ann, email).at("/bob@fares.test/delivered").asText()).isEqualTo("yes");
        assertThat(MailCalls.texts(ann.user()
                        .call("Email/changes", "'sinceState':'" + state + "'")
                        .path("updated")))
                .contains(email);
        JsonNode refused = call(ann.user(), "Email/set", "'update':{'" + email + "':{'deliveryStatus':null}}");
        assertThat(refused.at("/notUpdated/" + email + "/type").asText()).isEqualTo("invalidProperties");
    }

    private static JsonNode status(Sender who, String email) {
        JsonNode found = call(who.user(), "Email/get", "'ids':['" + email + "'],'properties':['deliveryStatus']")
                .at("/list/0");
        assertThat(found.has("deliveryStatus")).isTrue();
        return found.path("deliveryStatus");
    }
}
