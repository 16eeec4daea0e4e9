package svc.cap.mail.label;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.cap.mail.Members.map;
import static svc.cap.mail.Members.with;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Access;
import svc.cap.mail.capability.LabelsCapability;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.capability.MailV2Capability;
import svc.cap.mail.message.MailHome;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/** V2-03: labels are flat, and their names are unique in an account. */
final class LabelTest {

    @TempDir
    private Path directory;

    private MailHome home;
    private Client ada;

    @BeforeEach
    void begin() {
        home = new MailHome(directory);
        ada = home.account("ada");
    }

    @AfterEach
    void end() {
        home.close();
    }

    private Map<String, @Nullable Object> refused(Map<String, ? extends @Nullable Object> properties) {
        Response answer =
                ada.call("Label/set", Map.of("create", Map.of("k", properties))).done();
        assertThat(answer.arguments().get("created")).as(properties.toString()).isNull();
        return map(answer.object("notCreated").get("k"));
    }

    private Map<String, @Nullable Object> refused(String id, Map<String, ? extends @Nullable Object> patch) {
        Response answer =
                ada.call("Label/set", Map.of("update", Map.of(id, patch))).done();
        assertThat(answer.arguments().get("updated")).as(patch.toString()).isNull();
        return map(answer.object("notUpdated").get(id));
    }

    private void update(String id, Map<String, ? extends @Nullable Object> patch) {
        Response answer =
                ada.call("Label/set", Map.of("update", Map.of(id, patch))).done();
        assertThat(answer.arguments().get("notUpdated")).isNull();
    }

    @Test
    @Covers("V2-03")
    void labelHasNameColorAndSortOrder() {
        Response made = ada.call(
                        "Label/set",
                        Map.of(
                                "create",
                                Map.of("k", with("name", "  Cafe\u0301 ", "color", "#AB12ef", "shareWith", null))))
                .done();
        Map<String, @Nullable Object> told = map(made.object("created").get("k"));
        String id = String.valueOf(told.get("id"));
        assertThat(told)
                .containsEntry("name", "Café")
                .containsEntry("color", "#ab12ef")
                .containsEntry("sortOrder", 0)
                .doesNotContainKey("shareWith");
        Map<String, @Nullable Object> rights =
                with("mayRead", true, "mayWrite", true, "mayDelete", true, "mayShare", true);
        assertThat(ada.get("Label", id))
                .isEqualTo(with(
                        "id",
                        id,
                        "name",
                        "Café",
                        "color",
                        "#ab12ef",
                        "sortOrder",
                        0,
                        "shareWith",
                        null,
                        "myRights",
                        rights));
        String state = ada.state("Label");
        update(id, with("color", null, "sortOrder", 7, "myRights", rights));
        assertThat(ada.get("Label", id)).containsEntry("color", null).containsEntry("sortOrder", 7);
        assertThat(ada.call("Label/changes", Map.of("sinceState", state)).done().texts("updated"))
                .containsExactly(id);
        String now = ada.state("Label");
        update(id, with("sortOrder", 7, "name", "Café"));
        assertThat(ada.state("Label")).as("nothing is different").isEqualTo(now);
    }

    @Test
    @Covers("V2-03")
    void labelsHaveNoHierarchy() {
        String id = ada.create("Label", Map.of("name", "a"));
        for (Object parent : new @Nullable Object[] {id, null, 5, "", Map.of()}) {
            Map<String, @Nullable Object> given = with("name", "b", "parentId", parent);
            assertThat(refused(given))
                    .containsEntry("type", "invalidProperties")
                    .containsEntry("properties", List.of("parentId"));
            assertThat(refused(id, with("parentId", parent)))
                    .containsEntry("type", "invalidProperties")
                    .containsEntry("properties", List.of("parentId"));
        }
        assertThat(ada.call("Label/get", Map.of("properties", List.of("parentId")))
                        .error())
                .isEqualTo("invalidArguments");
        assertThat(ada.call("Label/query", Map.of("filter", with("parentId", null)))
                        .error())
                .isEqualTo("unsupportedFilter");
        assertThat(ada.all("Label")).containsOnlyKeys(id);
    }

    @Test
    @Covers("V2-03")
    void labelNamesAreUnique() {
        String id = ada.create("Label", Map.of("name", "Été"));
        String other = ada.create("Label", Map.of("name", "Winter"));
        for (String same : List.of("Été", "été", " E\u0301TE\u0301 ", "éTÉ")) {
            assertThat(refused(Map.of("name", same)))
                    .as(same)
                    .containsEntry("type", "alreadyExists")
                    .containsEntry("existingId", id);
            assertThat(refused(other, Map.of("name", same)))
                    .as(same)
                    .containsEntry("type", "alreadyExists")
                    .containsEntry("existingId", id);
        }
        update(id, Map.of("name", "ÉTÉ"));
        assertThat(ada.get("Label", id)).containsEntry("name", "ÉTÉ");
        Client ben = home.account("ben");
        assertThat(ben.create("Label", Map.of("name", "Été"))).isNotEmpty();
        // A destroyed label frees its name in the same call.
        Response answer = ada.call(
                        "Label/set",
                        Map.of("update", Map.of(other, Map.of("name", "autumn"), id, Map.of("name", "winter"))))
                .done();
        assertThat(answer.object("updated")).containsOnlyKeys(id, other);
    }

    @Test
    @Covers("V2-03")
    void rejectsInvalidPropertiesByName() {
        for (Object name : new @Nullable Object[] {null, "", " \t ", 5, List.of("a"), "a\u0000b", "x".repeat(256)}) {
            assertThat(refused(with("name", name))).containsEntry("properties", List.of("name"));
        }
        assertThat(refused(Map.of("color", "#123456"))).containsEntry("properties", List.of("name"));
        for (Object color : List.of("red", "#a2345", "#1234567", "123456", "#12345g", 5, "")) {
            assertThat(refused(Map.of("name", "a", "color", color))).containsEntry("properties", List.of("color"));
        }
        for (Object sort : List.of(-1, 1.5, "1", true, 4294967296L)) {
            assertThat(refused(Map.of("name", "a", "sortOrder", sort)))
                    .containsEntry("properties", List.of("sortOrder"));
        }
        assertThat(refused(Map.of("name", "a", "shareWith", Map.of("a2", Map.of("mayFly", true)))))
                .containsEntry("properties", List.of("shareWith"));
        assertThat(refused(Map.of("name", "a", "myRights", Map.of("mayRead", true))))
                .containsEntry("properties", List.of("myRights"));
        assertThat(refused(Map.of("name", "a", "icon", "x"))).containsEntry("properties", List.of("icon"));
        String id = ada.create("Label", Map.of("name", "a"));
        assertThat(refused(id, Map.of("myRights", Map.of("mayRead", false))))
                .containsEntry("properties", List.of("myRights"));
        assertThat(refused(id, Map.of("shareWith/a2", Map.of("mayRead", true))))
                .as("there is no such principal")
                .containsEntry("properties", List.of("shareWith"));
        assertThat(refused(id, Map.of("name/x", "y"))).containsEntry("type", "invalidPatch");
        assertThat(refused("l999", Map.of("name", "y"))).containsEntry("type", "notFound");
        assertThat(ada.all("Label")).containsOnlyKeys(id);
    }

    @Test
    @Covers("V2-03")
    void labelsPerAccountAreLimited() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < LabelsCapability.MAX_LABELS; i += 250) {
            Map<String, Object> create = new HashMap<>();
            for (int j = i; j < i + 250; j++) {
                create.put("k" + j, Map.of("name", "label " + j));
            }
            Response answer = ada.call("Label/set", Map.of("create", create)).done();
            assertThat(answer.object("created")).hasSize(250);
            answer.object("created").values().forEach(one -> ids.add(String.valueOf(map(one).get("id"))));
        }
        assertThat(refused(Map.of("name", "one more"))).containsEntry("type", "overQuota");
        ada.call("Label/set", Map.of("destroy", ids.subList(0, 1))).done();
        assertThat(ada.create("Label", Map.of("name", "one more"))).isNotEmpty();
    }

    @Test
    @Covers("V2-03")
    void labelsAreSortedBySortOrderAndName() {
        String b = ada.create("Label", Map.of("name", "b"));
        String a = ada.create("Label", Map.of("name", "a"));
        String first = ada.create("Label", Map.of("name", "zebra crossing", "sortOrder", 0));
        String last = ada.create("Label", Map.of("name", "Ära", "sortOrder", 3));
        Response all = ada.call("Label/query", Map.of("calculateTotal", true)).done();
        assertThat(all.texts("ids")).containsExactly(a, b, first, last);
        assertThat(all.arguments()).containsEntry("total", 4).containsEntry("canCalculateChanges", true);
        assertThat(ada.call(
                                "Label/query",
                                Map.of(
                                        "filter",
                                        Map.of("name", "a"),
                                        "sort",
                                        List.of(Map.of("property", "name", "isAscending", false))))
                        .done()
                        .texts("ids"))
                .containsExactly(first, last, a);
        update(b, Map.of("sortOrder", 9));
        Response changes = ada.call("Label/queryChanges", Map.of("sinceQueryState", all.text("queryState")))
                .done();
        assertThat(changes.texts("removed")).containsExactly(b);
        assertThat(changes.list("added")).isEqualTo(List.of(Map.of("id", b, "index", 3)));
        assertThat(ada.call("Label/query", Map.of("sort", List.of(Map.of("property", "color"))))
                        .error())
                .isEqualTo("unsupportedSort");
        assertThat(ada.call("Label/query", Map.of("filter", Map.of("name", 5))).error())
                .isEqualTo("invalidArguments");
    }

    @Test
    @Covers({"V2-03", "ACC-04"})
    void labelsAreSharedWithTheirEmails() {
        String id = ada.create("Label", Map.of("name", "ours"));
        Client ben = home.account("ben");
        Map<String, Object> set = Map.of("accountId", ben.sharedBy(ada), "create", Map.of("k", Map.of("name", "more")));
        assertThat(ben.call("Label/set", set).error()).isEqualTo("accountNotFound");
        home.engine.share(ada, ben, MailCapability.URN, Access.READ);
        assertThat(ben.call("Label/set", set).error()).isEqualTo("accountReadOnly");
        Map<String, @Nullable Object> seen = map(ben.call("Label/get", Map.of("accountId", ben.sharedBy(ada)))
                .done()
                .list("list")
                .get(0));
        assertThat(seen).containsEntry("id", id);
        assertThat(map(seen.get("myRights"))).containsEntry("mayRead", true).containsEntry("mayWrite", false);
        home.engine.share(ada, ben, MailCapability.URN, Access.WRITE);
        assertThat(ben.call("Label/set", set).done().object("created")).containsKey("k");
        assertThat(ada.all("Label")).hasSize(2);
        Map<String, @Nullable Object> now =
                map(ben.call("Label/get", Map.of("accountId", ben.sharedBy(ada), "ids", List.of(id)))
                        .done()
                        .list("list")
                        .get(0));
        assertThat(map(now.get("myRights"))).containsEntry("mayWrite", true);
    }

    @Test
    @Covers({"V2-03", "CAP-05"})
    void methodsRequireTheLabelsCapability() {
        Client first = ada.using("urn:ietf:params:jmap:core", MailCapability.URN);
        Client second = ada.using("urn:ietf:params:jmap:core", MailV2Capability.URN);
        Client labels = ada.using("urn:ietf:params:jmap:core", LabelsCapability.URN);
        for (String method : List.of("get", "set", "query", "changes", "queryChanges")) {
            Map<String, Object> arguments = switch (method) {
                case "changes" -> Map.of("sinceState", ada.state("Label"));
                case "queryChanges" ->
                    Map.of(
                            "sinceQueryState",
                            ada.call("Label/query", Map.of()).done().text("queryState"));
                default -> Map.of();
            };
            assertThat(labels.call("Label/" + method, arguments).failed())
                    .as(method)
                    .isFalse();
            for (Client other : Set.of(first, second)) {
                assertThat(other.call("Label/" + method, arguments).error())
                        .as(method)
                        .isEqualTo("unknownCapability");
            }
        }
    }
}
