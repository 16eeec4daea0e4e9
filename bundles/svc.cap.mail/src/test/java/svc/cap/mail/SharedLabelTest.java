package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.testkit.bundles.LabelCalls.call;
import static svc.testkit.bundles.LabelCalls.label;
import static svc.testkit.bundles.LabelCalls.labelled;
import static svc.testkit.bundles.LabelCalls.labels;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.identity.Access;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LabelCalls;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** Labels, and the other additions of the second version of mail, with the search of the server and shares. */
final class SharedLabelTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    private static JsonNode response(LocalMailUser user, List<String> urns, String method, String arguments) {
        return user.using(urns, "['" + method + "',{'accountId':'@'," + arguments + "},'c']")
                .path(0);
    }

    private static void put(LocalMailUser user, String email, String label) {
        JsonNode set = call(user, "Email/set", "'update':{'" + email + "':{'labelIds/" + label + "':true}}");
        assertThat(set.path("updated").has(email)).as(set.toString()).isTrue();
    }

    @Test
    @Covers("V2-03")
    void labelsCanBeSetQueriedAndFollowed() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@labels.test");
        String work = label(ann, "Wörk");
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(ann.bring(MailCalls.letter("l" + i, "letter " + i, "")));
        }
        JsonNode found = call(ann, "Email/query", "'filter':{'hasLabel':'" + work + "'}");
        put(ann, ids.get(1), work);
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
        for (String name : List.of("labelIds", "isPinned", "contentHash", "subject", "keywords")) {
            assertThat(union.has(name)).as(name).isTrue();
        }
        String state = ann.state("Email");
        call(ann, "Label/set", "'destroy':['" + work + "']");
        assertThat(labels(ann, ids.get(1))).isEmpty();
        assertThat(MailCalls.texts(ann.call("Email/changes", "'sinceState':'" + state + "'")
                        .path("updated")))
                .containsExactlyInAnyOrder(ids.get(1), ids.get(3));
    }

    @Test
    @Covers({"V2-03", "ACC-04"})
    void labelsAreSharedWithTheirEmailsWithinTheTenant() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@shared.test");
        LocalMailUser bob = LocalMailUser.of(SERVER, "bob@shared.test");
        LocalMailUser eve = LocalMailUser.of(SERVER, "eve@apart.test");
        String work = label(ann, "work");
        String email = ann.bring(MailCalls.letter("s", "shared", ""));
        String shared = "shared:" + ann.who().accountId();
        String get = "['Label/get',{'accountId':'" + shared + "','ids':null},'c']";
        String set = "['Email/set',{'accountId':'" + shared + "','update':{'" + email + "':{'labelIds/" + work
                + "':true}}},'c']";
        for (LocalMailUser other : List.of(bob, eve)) {
            assertThat(other.using(LabelCalls.URNS, get).at("/0/1/type").asText())
                    .isEqualTo("accountNotFound");
        }
        share(ann, bob, Access.READ);
        assertThat(bob.using(LabelCalls.URNS, get).at("/0/1/list/0/name").asText())
                .isEqualTo("work");
        assertThat(bob.using(LabelCalls.URNS, get)
                        .at("/0/1/list/0/myRights/mayWrite")
                        .asBoolean(true))
                .isFalse();
        assertThat(bob.using(LabelCalls.URNS, set).at("/0/1/type").asText()).isEqualTo("accountReadOnly");
        assertThat(eve.using(LabelCalls.URNS, get).at("/0/1/type").asText()).isEqualTo("accountNotFound");
        share(ann, bob, Access.WRITE);
        assertThat(bob.using(LabelCalls.URNS, set).at("/0/1/updated").has(email))
                .isTrue();
        assertThat(bob.using(LabelCalls.URNS, get)
                        .at("/0/1/list/0/myRights/mayWrite")
                        .asBoolean())
                .isTrue();
        assertThat(labels(ann, email).path(work).asBoolean()).isTrue();
        String bobs = bob.bring(MailCalls.letter("b", "bob's", ""));
        JsonNode wrong =
                call(bob, "Email/set", "'update':{'" + bobs + "':{'labelIds':{'" + label(bob, "x") + "0':true}}}");
        assertThat(wrong.at("/notUpdated/" + bobs + "/type").asText()).isEqualTo("invalidProperties");
    }

    private static void share(LocalMailUser owner, LocalMailUser with, Access access) {
        SERVER.share(owner.who(), with.who(), MailCalls.URN, access);
    }

    @Test
    @Covers({"V2-03", "V2-01", "CAP-05"})
    void methodsRequireTheirCapability() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@urns.test");
        Map<String, List<String>> methods = Map.of(
                "Label/get", List.of(MailCalls.LABELS),
                "Label/set", List.of(MailCalls.LABELS),
                "Label/changes", List.of(MailCalls.LABELS),
                "Label/query", List.of(MailCalls.LABELS),
                "Label/queryChanges", List.of(MailCalls.LABELS),
                "Email/reindex", List.of(MailCalls.SECOND),
                "Email/import", List.of(MailCalls.URN, MailCalls.SECOND));
        methods.forEach((method, urns) -> {
            for (String urn : List.of(MailCalls.URN, MailCalls.SECOND, MailCalls.LABELS, MailCalls.THREADS)) {
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
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@hostile.test");
        String good = label(ann, "Straße");
        String create =
                "'a':{'name':'x','parentId':null},'b':{'name':' STRAßE '},'c':{'name':'\\u0000'},'d':{'name':{}},"
                        + "'e':{'name':'e','color':'javascript:alert(1)'},'f':{'name':'f','sortOrder':-1},"
                        + "'g':{'name':'g','shareWith':{'a1':{'mayFly':true}}},'h':{'name':'h','myRights':{}},'i':{},'j':{'name':'fine'}";
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
            assertThat(response(ann, LabelCalls.URNS, "Email/query", "'filter':" + filter)
                            .at("/1/type")
                            .asText())
                    .as(filter)
                    .isEqualTo("invalidArguments");
        }
    }

    @Test
    @Covers("V2-01")
    void dedupeImportsEqualMessagesOnce() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@once.test");
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
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@reindex.test");
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
        assertThat(response(ann, LabelCalls.URNS, "Email/reindex", "'ids':'all'")
                        .at("/1/type")
                        .asText())
                .isEqualTo("invalidArguments");
    }
}
