package svc.cap.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.api.identity.Access;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/** {@code Quota}, clause by clause (RFC 9425), on the real store. */
final class QuotaTest {

    private static final String CORE = "urn:ietf:params:jmap:core";

    @TempDir
    private Path directory;

    private QuotaHome home;
    private Client ada;

    @BeforeEach
    void begin() {
        home = new QuotaHome(directory);
        ada = home.account("ada", 100);
    }

    @AfterEach
    void end() {
        home.close();
    }

    private static Map<String, @Nullable Object> with(@Nullable Object... pairs) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return map;
    }

    private static List<?> list(Client client) {
        return client.call("Quota/get", with("ids", null)).done().list("list");
    }

    private static String id(Client client) {
        return client.all("Quota").keySet().iterator().next();
    }

    private Map<String, @Nullable Object> quota() {
        return ada.get("Quota", id(ada));
    }

    private List<String> query(Object... arguments) {
        return ada.call("Quota/query", with(arguments)).done().texts("ids");
    }

    @Test
    @Covers("RFC9425 §2.1")
    void sessionHasAnEmptyCapabilityObject() {
        assertThat(ada.session().get("capabilities"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry(QuotaCapability.URN, Map.of());
        assertThat(String.valueOf(ada.session().get("accounts"))).contains(QuotaCapability.URN + "={}");
    }

    @Test
    @Covers({"RFC9425 §4.1", "RFC9425 §4.2"})
    void quotaHasLimitAndUsage() {
        home.note(ada, 1, "12345");
        home.upload(ada, "not used yet");
        Map<String, Object> expected = new HashMap<>();
        expected.put("id", id(ada));
        expected.put("resourceType", "octets");
        expected.put("used", 5L);
        expected.put("hardLimit", 100L);
        expected.put("scope", "account");
        expected.put("name", "Storage");
        expected.put("types", List.of("Note", "Picture"));
        expected.put("warnLimit", null);
        expected.put("softLimit", null);
        expected.put("description", null);
        Object found = list(ada).get(0);
        assertThat(String.valueOf(new TreeMap<>((Map<?, ?>) found))).isEqualTo(String.valueOf(new TreeMap<>(expected)));
        assertThat(id(ada)).startsWith("q");
        assertThat(ada.call("Quota/get", with("ids", List.of(id(ada), "q77"), "properties", List.of("used")))
                        .done()
                        .texts("notFound"))
                .containsExactly("q77");
    }

    /**
     * RFC 9425 §4.1: types of capabilities that the request does not use are left out, and so are quotas without other
     * types.
     */
    @Test
    @Covers("RFC9425 §4.1")
    void typesAreLimitedToTheCapabilitiesInUsing() {
        Client some = ada.using(CORE, QuotaCapability.URN, QuotaHome.PICTURES);
        String id = id(ada);
        assertThat(some.get("Quota", id).get("types")).isEqualTo(List.of("Picture"));
        Client none = ada.using(CORE, QuotaCapability.URN);
        assertThat(list(none)).isEmpty();
        assertThat(none.call("Quota/get", with("ids", List.of(id))).done().texts("notFound"))
                .containsExactly(id);
        assertThat(none.call("Quota/query", with()).done().texts("ids")).isEmpty();
        assertThat(some.call("Quota/query", with("filter", with("type", "Note")))
                        .done()
                        .texts("ids"))
                .isEmpty();
        assertThat(some.call("Quota/query", with("filter", with("type", "Picture")))
                        .done()
                        .texts("ids"))
                .containsExactly(id);
    }

    @Test
    void accountWithoutLimitHasNoQuota() {
        Client bob = home.engine.account("one", "bob");
        home.note(bob, 1, "12345");
        assertThat(list(bob)).isEmpty();
        assertThat(bob.call("Quota/query", with()).done().texts("ids")).isEmpty();
    }

    @Test
    @Covers({"RFC9425 §4.3", "RFC9425 §5.2"})
    void changesReportUpdatedPropertiesForUsageChanges() {
        String id = id(ada);
        String before = ada.state("Quota");
        BlobId blob = home.note(ada, 1, "12345");
        Response changes = ada.call("Quota/changes", with("sinceState", before)).done();
        assertThat(changes.texts("updated")).containsExactly(id);
        assertThat(changes.texts("updatedProperties")).containsExactly("used");
        assertThat(changes.text("newState")).isNotEqualTo(before).isEqualTo(ada.state("Quota"));

        String between = ada.state("Quota");
        home.upload(ada, "pending is not used");
        assertThat(ada.state("Quota")).as("nothing is different").isEqualTo(between);
        home.write(ada, tx -> home.blobs.removeReference(tx, blob, QuotaHome.owner(1)));
        assertThat(ada.call("Quota/changes", with("sinceState", between)).done().texts("updatedProperties"))
                .containsExactly("used");
        assertThat(quota().get("used")).isEqualTo(0);
    }

    /** RFC 9425 §4.3: {@code updatedProperties} is null if more than the usage changed. */
    @Test
    @Covers("RFC9425 §4.3")
    void changedLimitIsReportedWithoutUpdatedProperties() {
        String id = id(ada);
        String before = ada.state("Quota");
        home.engine.directory().limit(ada.account(), 200);
        home.note(ada, 1, "12345");
        Response changes = ada.call("Quota/changes", with("sinceState", before)).done();
        assertThat(changes.texts("updated")).containsExactly(id);
        assertThat(changes.arguments()).containsEntry("updatedProperties", null);
        assertThat(quota().get("hardLimit")).isEqualTo(200);
    }

    @Test
    void settingOrRemovingALimitCreatesOrDestroysAQuota() {
        Client bob = home.engine.account("one", "bob");
        String none = bob.state("Quota");
        home.engine.directory().limit(bob.account(), 10);
        String id = id(bob);
        assertThat(bob.call("Quota/changes", with("sinceState", none)).done().texts("created"))
                .containsExactly(id);
        String some = bob.state("Quota");
        home.engine.directory().unlimit(bob.account());
        assertThat(list(bob)).isEmpty();
        assertThat(bob.call("Quota/changes", with("sinceState", some)).done().texts("destroyed"))
                .containsExactly(id);
    }

    @Test
    void newTypeIsReportedAsChange() {
        String before = ada.state("Quota");
        home.referrers.add(new BlobHoldingType("Sound", QuotaHome.NOTES, true));
        assertThat(ada.call("Quota/changes", with("sinceState", before)).done().texts("updated"))
                .containsExactly(id(ada));
        assertThat(quota().get("types")).isEqualTo(List.of("Note", "Picture", "Sound"));
    }

    @Test
    @Covers("RFC9425 §4.4")
    void everyFilterConditionAndSortWorks() {
        String id = id(ada);
        assertThat(query("filter", with())).containsExactly(id);
        assertThat(query("filter", with("name", "tora"))).containsExactly(id);
        assertThat(query("filter", with("name", "other"))).isEmpty();
        assertThat(query("filter", with("scope", "account", "resourceType", "octets")))
                .containsExactly(id);
        assertThat(query("filter", with("scope", "accoun"))).isEmpty();
        assertThat(query("filter", with("scope", "domain"))).isEmpty();
        assertThat(query("filter", with("scope", "account", "resourceType", "count")))
                .isEmpty();
        assertThat(query("filter", with("type", "Note"))).containsExactly(id);
        assertThat(query("filter", with("type", "Album"))).isEmpty();
        Map<String, Object> not = Map.of("operator", "NOT", "conditions", List.of(Map.of("scope", "global")));
        assertThat(query("filter", not)).containsExactly(id);
        assertThat(query("sort", List.of(Map.of("property", "name"), Map.of("property", "used", "isAscending", false))))
                .containsExactly(id);
        assertThat(query("position", 1)).isEmpty();
        assertThat(ada.call("Quota/query", with("filter", with("colour", "red")))
                        .error())
                .isEqualTo("unsupportedFilter");
        assertThat(ada.call("Quota/query", with("filter", with("scope", 1))).error())
                .isEqualTo("invalidArguments");
        assertThat(ada.call("Quota/query", with("sort", List.of(Map.of("property", "hardLimit"))))
                        .error())
                .isEqualTo("unsupportedSort");
    }

    @Test
    @Covers("RFC9425 §4.5")
    void queryChangesReportsAddedAndRemoved() {
        Client bob = home.engine.account("one", "bob");
        String before = bob.call("Quota/query", with()).done().text("queryState");
        home.engine.directory().limit(bob.account(), 10);
        Response changes =
                bob.call("Quota/queryChanges", with("sinceQueryState", before)).done();
        assertThat(String.valueOf(changes.list("added"))).contains(id(bob));
        assertThat(changes.texts("removed")).isEmpty();
    }

    @Test
    void quotasCannotBeSet() {
        assertThat(ada.call("Quota/set", with("update", with(id(ada), with("hardLimit", 1))))
                        .error())
                .isEqualTo("unknownMethod");
    }

    @Test
    @Covers("RFC9425 §8")
    void sharedAccountShowsQuotasOnlyIfQuotasAreShared() {
        id(ada);
        Client bob = home.account("bob", 50);
        home.engine.share(ada, bob, QuotaHome.NOTES, Access.WRITE);
        Map<String, Object> all = with("accountId", bob.sharedBy(ada), "ids", null);
        assertThat(bob.call("Quota/get", all).error()).isEqualTo("accountNotSupportedByMethod");
        home.engine.share(ada, bob, QuotaCapability.URN, Access.READ);
        assertThat(bob.call("Quota/get", all).done().list("list")).hasSize(1);
    }
}
