package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.cap.mail.Members.map;
import static svc.cap.mail.Members.with;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/** What the second version of mail says of messages, and to whom (CAP-06). */
final class SecondMailTest {

    private static final String CORE = "urn:ietf:params:jmap:core";
    private static final String LETTER = MailHouse.lines("From: a@far.test", "Subject: hello", "", "Hello.");

    @TempDir
    private Path directory;

    private MailHouse house;
    private Client ada;
    private String box = "";
    private String work = "";
    private String home = "";

    @BeforeEach
    void begin() {
        house = new MailHouse(directory).second();
        ada = house.account("ada");
        box = house.mailbox(ada, "box");
        work = ada.create("Label", Map.of("name", "work"));
        home = ada.create("Label", Map.of("name", "home"));
    }

    @AfterEach
    void end() {
        house.close();
    }

    private String email() {
        return house.deliver(ada, box, LETTER);
    }

    private void set(String id, Map<String, ? extends @Nullable Object> patch) {
        Response answer =
                ada.call("Email/set", Map.of("update", Map.of(id, patch))).done();
        assertThat(answer.arguments().get("notUpdated")).isNull();
    }

    private static Map<String, @Nullable Object> refused(
            Client client, String id, Map<String, ? extends @Nullable Object> patch) {
        Response answer =
                client.call("Email/set", Map.of("update", Map.of(id, patch))).done();
        assertThat(answer.arguments().get("updated")).as(patch.toString()).isNull();
        return map(answer.object("notUpdated").get(id));
    }

    private Map<String, @Nullable Object> get(String id, String... properties) {
        return house.get(ada, id, properties);
    }

    @Test
    @Covers({"V2-03", "CAP-06"})
    void whatIsOfTheSecondVersionShowsToThoseWhoUseIt() {
        String id = email();
        set(id, Map.of("labelIds/" + work, true, "isPinned", true));
        Client first = ada.using(CORE, MailCapability.URN);
        Client second = ada.using(CORE, SecondMailCapability.URN);
        Client union = ada.using(CORE, MailCapability.URN, SecondMailCapability.URN);
        Client labels = ada.using(CORE, MailCapability.URN, LabelsCapability.URN);
        String[] all = {"labelIds", "isPinned", "contentHash"};
        Set<String> classic = first.get("Email", id).keySet();
        assertThat(classic).doesNotContain(all).contains("keywords", "subject");
        Set<String> more = new HashSet<>(classic);
        more.addAll(List.of(all));
        assertThat(second.get("Email", id).keySet()).isEqualTo(more);
        assertThat(union.get("Email", id).keySet()).isEqualTo(more);
        assertThat(labels.get("Email", id)).containsKey("labelIds").doesNotContainKeys("isPinned", "contentHash");
        for (String property : all) {
            assertThat(first.call("Email/get", Map.of("properties", List.of(property)))
                            .error())
                    .isEqualTo("invalidArguments");
        }
        assertThat(refused(first, id, with("labelIds", null))).containsEntry("properties", List.of("labelIds"));
        assertThat(refused(first, id, Map.of("labelIds/" + home, true)))
                .containsEntry("properties", List.of("labelIds/" + home));
        assertThat(refused(first, id, Map.of("isPinned", false))).containsEntry("properties", List.of("isPinned"));
        assertThat(refused(labels, id, Map.of("isPinned", false))).containsEntry("properties", List.of("isPinned"));
        for (Map<String, Object> filter : List.<Map<String, Object>>of(
                Map.of("hasLabel", work), Map.of("notLabel", work), Map.of("isPinned", true))) {
            assertThat(first.call("Email/query", Map.of("filter", filter)).error())
                    .isEqualTo("unsupportedFilter");
            assertThat(second.call("Email/query", Map.of("filter", filter)).failed())
                    .isFalse();
        }
        List<?> sort = List.of(Map.of("property", "isPinned"));
        assertThat(first.call("Email/query", Map.of("sort", sort)).error()).isEqualTo("unsupportedSort");
        assertThat(labels.call("Email/query", Map.of("sort", sort)).error()).isEqualTo("unsupportedSort");
        assertThat(get(id, "labelIds", "isPinned")).containsEntry("isPinned", true);
    }

    @Test
    @Covers("CAP-06")
    void theHashIsThatOfTheBytesAndNobodySetsIt() {
        String id = email();
        String hash = String.valueOf(get(id, "contentHash").get("contentHash"));
        assertThat(hash).matches("[0-9a-f]{64}");
        set(id, Map.of("contentHash", hash, "isPinned", true));
        assertThat(refused(ada, id, Map.of("contentHash", "0".repeat(64))))
                .containsEntry("properties", List.of("contentHash"));
    }
}
