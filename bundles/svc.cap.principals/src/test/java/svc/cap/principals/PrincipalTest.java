package svc.cap.principals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Groups.Group;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.QueryRunner.QueryRequest;
import svc.api.store.Scope;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

class PrincipalTest {

    private static final String URN = PrincipalsCapability.URN;

    private final PrincipalsServer home = new PrincipalsServer();
    private final Client ann = home.account("one", "ann");
    private final Client bob = home.account("one", "bob");

    @AfterEach
    void close() {
        home.close();
    }

    @Test
    @Covers("ACC-02")
    void sessionNamesThePrincipalOfTheCallerAndTheOwnersOfAccounts() {
        home.server.share(bob, ann, PrincipalsServer.NOTES, Access.READ);
        Map<String, @Nullable Object> session = ann.session();
        assertThat(map(session, "capabilities")).doesNotContainKey(OwnerCapability.URN);
        assertThat(map(session, "capabilities").get(URN)).isEqualTo(Map.of());
        assertThat(map(session, "primaryAccounts").get(URN)).isEqualTo(ann.accountId());
        assertThat(map(session, "primaryAccounts")).doesNotContainKey(OwnerCapability.URN);
        Map<String, @Nullable Object> own = map(session, "accounts", ann.accountId(), "accountCapabilities");
        assertThat(own.get(URN)).isEqualTo(Map.of("currentUserPrincipalId", ann.accountId()));
        assertThat(own.get(OwnerCapability.URN))
                .isEqualTo(Map.of("accountIdForPrincipal", ann.accountId(), "principalId", ann.accountId()));
        Map<String, @Nullable Object> shared = map(session, "accounts", ann.sharedBy(bob), "accountCapabilities");
        assertThat(shared.get(OwnerCapability.URN))
                .isEqualTo(Map.of("accountIdForPrincipal", ann.accountId(), "principalId", bob.accountId()));
        assertThat(shared.containsKey(URN)).isFalse();
    }

    @Test
    void ownerCapabilityCannotBeUsed() {
        String request = ann.using("urn:ietf:params:jmap:core", OwnerCapability.URN)
                .request()
                .call("Core/echo", Map.of())
                .text();
        assertThat(ann.send(request)).containsEntry("type", "urn:ietf:params:jmap:error:unknownCapability");
    }

    @Test
    void tenantWithoutPrincipalsHasNoOwners() {
        home.server.switchOff("one", URN);
        assertThat(map(ann.session(), "accounts", ann.accountId(), "accountCapabilities"))
                .doesNotContainKey(URN)
                .doesNotContainKey(OwnerCapability.URN);
    }

    @Test
    @Covers(
            value = {"DOM-03", "CAP-03"},
            open = "contacts, calendars and files")
    void everyAccountAndGroupOfTheOrganizationIsAPrincipal() {
        Group team = home.group("one", "Team", ann);
        Map<String, @Nullable Object> bobs = ann.get("Principal", bob.accountId());
        assertThat(bobs)
                .containsEntry("type", "individual")
                .containsEntry("name", "bob")
                .containsEntry("email", "bob@one.example")
                .containsEntry("description", null)
                .containsEntry("timeZone", null)
                .containsEntry("capabilities", Map.of())
                .containsEntry("accounts", null);
        assertThat(ann.get("Principal", team.id()))
                .containsEntry("type", "group")
                .containsEntry("name", "Team")
                .containsEntry("email", null)
                .containsEntry("accounts", null);
        assertThat(PrincipalsServer.names(bob))
                .isEqualTo(PrincipalsServer.names(ann))
                .hasSize(3);
    }

    @Test
    @Covers(value = "ACC-07", part = "principals")
    void principalsOfOtherOrganizationsLookUnknown() {
        Client eve = home.account("two", "eve");
        Group foreign = home.group("two", "Others", eve);
        assertThat(PrincipalsServer.names(eve)).containsOnlyKeys(eve.accountId(), foreign.id());
        assertThat(PrincipalsServer.names(ann)).containsOnlyKeys(ann.accountId(), bob.accountId());
        List<String> ids = List.of(eve.accountId(), foreign.id(), "a999", "x1");
        Response got = ann.call("Principal/get", Map.of("ids", ids)).done();
        assertThat(got.list("list")).isEmpty();
        assertThat(got.texts("notFound")).containsExactlyInAnyOrderElementsOf(ids);
        Response set = ann.call(
                        "Principal/set",
                        Map.of(
                                "update",
                                Map.of(eve.accountId(), Map.of("name", "x"), "a999", Map.of("name", "x")),
                                "destroy",
                                List.of(foreign.id(), "a998")))
                .done();
        assertThat(set.object("notUpdated").values()).containsOnly(Map.of("type", "notFound"));
        assertThat(set.object("notDestroyed").values()).containsOnly(Map.of("type", "notFound"));
    }

    @Test
    void accountsOfAPrincipalAreThoseThatTheCallerCanAccess() {
        home.server.share(bob, ann, PrincipalsServer.NOTES, Access.READ);
        Map<String, @Nullable Object> accounts = map(ann.get("Principal", bob.accountId()), "accounts");
        assertThat(accounts.keySet()).hasToString("[" + ann.sharedBy(bob) + "]");
        assertThat(map(accounts, ann.sharedBy(bob))).isEqualTo(map(ann.session(), "accounts", ann.sharedBy(bob)));
        assertThat(map(ann.get("Principal", ann.accountId()), "accounts"))
                .isEqualTo(Map.of(ann.accountId(), map(ann.session(), "accounts", ann.accountId())));
        assertThat(bob.get("Principal", ann.accountId())).containsEntry("accounts", null);
    }

    @Test
    void sharingInvalidatesTheStatesOfTheOneWhoSeesMore() {
        String anns = ann.state("Principal");
        String bobs = bob.state("Principal");
        home.server.share(bob, ann, PrincipalsServer.NOTES, Access.READ);
        assertThat(changes(ann, anns).error()).isEqualTo("cannotCalculateChanges");
        assertThat(changes(bob, bobs).done().texts("updated")).isEmpty();
        home.server.unshare(bob, ann);
        assertThat(changes(ann, anns).done().texts("updated")).isEmpty();
    }

    @Test
    void changesOfTheDirectoryAreChangesOfPrincipals() {
        String state = ann.state("Principal");
        Client cid = home.account("one", "cid");
        Group team = home.group("one", "Team");
        Response first = changes(ann, state).done();
        assertThat(first.texts("created")).containsExactlyInAnyOrder(cid.accountId(), team.id());
        assertThat(first.texts("updated")).isEmpty();
        Account renamed = new Account(bob.account().n(), "one", "bob@one.example", "Robert");
        home.server.directory().add(renamed);
        home.changes.changed("one", renamed.n());
        home.server.directory().remove(team);
        home.changes.changed("one", team.n());
        home.remove(cid);
        Response second = changes(ann, first.text("newState")).done();
        assertThat(second.texts("updated")).containsExactly(bob.accountId());
        assertThat(second.texts("destroyed")).containsExactlyInAnyOrder(cid.accountId(), team.id());
        assertThat(changes(ann, state).done().texts("destroyed")).isEmpty();
        assertThat(PrincipalsServer.names(ann)).isEqualTo(Map.of(ann.accountId(), "ann", bob.accountId(), "Robert"));
    }

    @Test
    void changesThatWereNotReportedAreFoundAtTheFirstCallAndByTheRepairJob() {
        Client cid = home.server.account("one", "cid"); // the listener is not called
        assertThat(PrincipalsServer.names(ann)).containsKey(cid.accountId());
        Client dan = home.server.account("one", "dan");
        home.server.directory().remove(cid.account());
        assertThat(PrincipalsServer.names(ann)).containsKey(cid.accountId()).doesNotContainKey(dan.accountId());
        String state = ann.state("Principal");
        home.server.store().write(Scope.system(), tx -> home.server.jobs().add(tx, "principal-repair", "all"));
        home.server.runJobs();
        assertThat(PrincipalsServer.names(ann))
                .doesNotContainKey(cid.accountId())
                .containsKey(dan.accountId());
        assertThat(changes(ann, state).done().texts("created")).containsExactly(dan.accountId());
        Scope scope = Scope.account(new ScopeKey(), home.server.directory().scopeOfTenant("one"));
        assertThat(home.sync.compareAll("one", scope)).isZero();
    }

    @Test
    void principalsAreStoredOncePerOrganization() {
        PrincipalsServer.names(ann);
        PrincipalsServer.names(bob);
        for (Client client : List.of(ann, bob)) {
            assertThat(home.server
                            .store()
                            .<String>read(
                                    client.scope(), snapshot -> snapshot.types().toString()))
                    .doesNotContain("Principal");
        }
    }

    @Test
    void usersChangeTheNameDescriptionAndTimeZoneOfTheirOwnPrincipal() {
        String state = bob.state("Principal");
        assertThat(update(ann, ann.accountId(), Map.of("name", "Ann", "timeZone", "Europe/Rome", "description", "Dr."))
                        .object("updated"))
                .containsOnlyKeys(ann.accountId());
        assertThat(bob.get("Principal", ann.accountId()))
                .containsEntry("name", "Ann")
                .containsEntry("timeZone", "Europe/Rome")
                .containsEntry("description", "Dr.");
        assertThat(changes(bob, state).done().texts("updated")).containsExactly(ann.accountId());
        String now = ann.state("Principal");
        update(ann, ann.accountId(), Map.of("name", "Ann"));
        assertThat(ann.state("Principal")).isEqualTo(now);
    }

    @Test
    void nameOfTheUserStaysUntilTheAccountIsRenamed() {
        update(ann, ann.accountId(), Map.of("name", "Annie", "description", "d"));
        home.changes.changed("one", ann.account().n());
        assertThat(PrincipalsServer.names(bob)).containsEntry(ann.accountId(), "Annie");
        home.server.directory().add(new Account(ann.account().n(), "one", "ann@one.example", "Anna"));
        home.changes.changed("one", ann.account().n());
        assertThat(bob.get("Principal", ann.accountId()))
                .containsEntry("name", "Anna")
                .containsEntry("description", "d");
    }

    @Test
    void allOtherChangesAreForbidden() {
        Group team = home.group("one", "Team", ann);
        Map<String, String> error = Map.of("type", "forbidden");
        Response set = ann.call(
                        "Principal/set",
                        Map.of(
                                "create",
                                Map.of("c", Map.of("name", "x", "type", "group"), "d", Map.of("foo", 1)),
                                "update",
                                Map.of(bob.accountId(), Map.of("name", "x"), team.id(), Map.of("name", "x")),
                                "destroy",
                                List.of(ann.accountId())))
                .done();
        for (String member : List.of("notCreated", "notUpdated", "notDestroyed")) {
            assertThat(set.object(member).values())
                    .isNotEmpty()
                    .allSatisfy(one -> assertThat(type(one)).isEqualTo(error.get("type")));
        }
        for (Map<String, Object> patch :
                List.<Map<String, Object>>of(Map.of("email", "x@one.example"), Map.of("type", "group", "name", "n"))) {
            assertThat(type(update(ann, ann.accountId(), patch)
                            .object("notUpdated")
                            .get(ann.accountId())))
                    .isEqualTo("forbidden");
        }
        assertThat(update(ann, ann.accountId(), Map.of("email", "ann@one.example", "type", "individual", "name", "n"))
                        .object("updated"))
                .hasSize(1);
    }

    @Test
    void invalidValuesAreRejected() {
        List<Map<String, Object>> patches = new ArrayList<>();
        patches.add(Map.of("name", " "));
        patches.add(Map.of("name", "a\u0000b"));
        patches.add(Map.of("name", "x".repeat(201)));
        patches.add(Map.of("name", 1));
        patches.add(Map.of("description", "x".repeat(2_001)));
        patches.add(Map.of("timeZone", "Europe/Nowhere"));
        patches.add(Map.of("timeZone", "+02:00"));
        patches.add(Map.of("foo", "bar"));
        for (Map<String, Object> patch : patches) {
            Object error =
                    update(ann, ann.accountId(), patch).object("notUpdated").get(ann.accountId());
            assertThat(type(error)).as("%s", patch).isEqualTo("invalidProperties");
        }
        assertThat(update(ann, ann.accountId(), Map.of("name", "x".repeat(200), "description", "x".repeat(2_000)))
                        .object("updated"))
                .hasSize(1);
    }

    @Test
    void queryFiltersAndSorts() {
        Group team = home.group("one", "Zürich team", bob);
        update(bob, bob.accountId(), Map.of("description", "Plumber in zurich", "timeZone", "Europe/Zurich"));
        home.server.share(bob, ann, PrincipalsServer.NOTES, Access.READ);
        assertThat(query(Map.of())).containsExactly(ann.accountId(), bob.accountId(), team.id());
        assertThat(query(Map.of("name", "ZURICH"))).containsExactly(team.id());
        assertThat(query(Map.of("text", "zürich"))).containsExactly(bob.accountId(), team.id());
        assertThat(query(Map.of("email", "b@one"))).containsExactly(bob.accountId());
        assertThat(query(Map.of("type", "group"))).containsExactly(team.id());
        assertThat(query(Map.of("timeZone", "Europe/Zurich", "type", "individual")))
                .containsExactly(bob.accountId());
        assertThat(query(Map.of("timeZone", "europe/zurich"))).isEmpty();
        assertThat(query(Map.of("accountIds", List.of(ann.accountId(), "a999"))))
                .containsExactly(ann.accountId());
        assertThat(query(Map.of("accountIds", List.of(ann.sharedBy(bob))))).containsExactly(bob.accountId());
        assertThat(query(Map.of("accountIds", List.of(bob.accountId())))).isEmpty();
        assertThat(query(Map.of(
                        "operator", "NOT", "conditions", List.of(Map.of("type", "group"), Map.of("name", "ann")))))
                .containsExactly(bob.accountId());
        assertThat(ann.call("Principal/query", Map.of("filter", Map.of("foo", 1)))
                        .error())
                .isEqualTo("unsupportedFilter");
        assertThat(ann.call("Principal/query", Map.of("filter", Map.of("name", 1)))
                        .error())
                .isEqualTo("invalidArguments");
        Map<String, Object> byType =
                Map.of("sort", List.of(Map.of("property", "type"), Map.of("property", "name", "isAscending", false)));
        assertThat(ann.call("Principal/query", byType).done().texts("ids"))
                .containsExactly(team.id(), bob.accountId(), ann.accountId());
        Map<String, Object> unknown = Map.of("sort", List.of(Map.of("property", "accounts")));
        assertThat(ann.call("Principal/query", unknown).error()).isEqualTo("unsupportedSort");
    }

    @Test
    void queryChangesReportMovedAndNewPrincipals() {
        Map<String, Object> filter = Map.of("filter", Map.of("type", "individual"));
        String state = ann.call("Principal/query", filter).done().text("queryState");
        Client abe = home.account("one", "abe");
        update(ann, ann.accountId(), Map.of("name", "zoe"));
        Response changes = ann.call(
                        "Principal/queryChanges", Map.of("filter", filter.get("filter"), "sinceQueryState", state))
                .done();
        assertThat(changes.texts("removed")).containsExactly(ann.accountId());
        assertThat(changes.list("added"))
                .isEqualTo(Arrays.asList(
                        Map.of("id", abe.accountId(), "index", 0), Map.of("id", ann.accountId(), "index", 2)));
    }

    @Test
    void principalsAreNotPushed() {
        Caller caller = new Caller(ann.account(), "", Caller.CredentialKind.SESSION, "");
        assertThat(home.server.readableTypes().of(caller).types())
                .contains("ShareNotification")
                .doesNotContain("Principal");
        QueryRequest request = new QueryRequest(Set.of(URN), "Principal", Map.of());
        assertThatThrownBy(() -> home.server.queries().run(caller, request, Duration.ofSeconds(1)))
                .isInstanceOf(MethodError.class)
                .hasMessageContaining("Principal/queryChanges");
    }

    private List<String> query(Map<String, Object> filter) {
        return ann.call("Principal/query", filter.isEmpty() ? Map.of() : Map.of("filter", filter))
                .done()
                .texts("ids");
    }

    private static Response changes(Client client, String state) {
        return client.call("Principal/changes", Map.of("sinceState", state));
    }

    private static Response update(Client client, String id, Map<String, ?> patch) {
        return client.call("Principal/set", Map.of("update", Map.of(id, patch))).done();
    }

    private static String type(@Nullable Object error) {
        return error instanceof Map<?, ?> members ? String.valueOf(members.get("type")) : "";
    }

    @SuppressWarnings("unchecked") // JSON objects
    private static Map<String, @Nullable Object> map(Map<String, @Nullable Object> object, String... path) {
        Map<String, @Nullable Object> at = object;
        for (String name : path) {
            at = at.get(name) instanceof Map<?, ?> inner ? (Map<String, @Nullable Object>) inner : Map.of();
        }
        return at;
    }
}
