package svc.cap.principals;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import svc.api.identity.ShareNotifications.RightsChange;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

class ShareNotificationTest {

    private static final Map<String, Boolean> READ = Map.of("mayRead", true);

    private final PrincipalsServer home = new PrincipalsServer();
    private final Client ann = home.account("one", "ann");
    private final Client bob = home.account("one", "bob");

    @AfterEach
    void close() {
        home.close();
    }

    private void share(String objectId, String type, @Nullable Map<String, Boolean> before) {
        home.server.store().write(ann.scope(), tx -> {
            home.notifications.add(
                    tx, bob.account().n(), new RightsChange(ann.account(), type, objectId, before, READ, "Work"));
            return true;
        });
    }

    private List<String> ids(Client client, Map<String, ?> arguments) {
        return client.call("ShareNotification/query", arguments).done().texts("ids");
    }

    @Test
    @Covers(value = "DOM-03", open = "contacts, calendars and files")
    void recipientGetsANotification() {
        String state = bob.state("ShareNotification");
        share("m1", "Mailbox", null);
        home.server.runJobs();
        Response changes = bob.call("ShareNotification/changes", Map.of("sinceState", state))
                .done();
        assertThat(changes.texts("created")).hasSize(1);
        String id = changes.texts("created").get(0);
        Map<String, @Nullable Object> expected = new HashMap<>(Map.of(
                "id",
                id,
                "created",
                home.server.clock().now().toString(),
                "changedBy",
                Map.of("name", "ann", "email", "ann@one.example", "principalId", ann.accountId()),
                "objectType",
                "Mailbox",
                "objectAccountId",
                bob.sharedBy(ann),
                "objectId",
                "m1",
                "newRights",
                READ,
                "name",
                "Work"));
        expected.put("oldRights", null);
        assertThat(bob.get("ShareNotification", id)).isEqualTo(expected);
        assertThat(ann.all("ShareNotification")).isEmpty();
    }

    @Test
    void equalRightsAndOwnRightsAreNotNotified() {
        share("m1", "Mailbox", READ);
        home.server.store().write(bob.scope(), tx -> {
            home.notifications.add(
                    tx, bob.account().n(), new RightsChange(ann.account(), "Mailbox", "m1", null, READ, "Work"));
            return true;
        });
        home.server.runJobs();
        assertThat(bob.all("ShareNotification")).isEmpty();
    }

    @Test
    void rolledBackChangeIsNotNotified() {
        try {
            home.server.store().write(ann.scope(), tx -> {
                home.notifications.add(
                        tx, bob.account().n(), new RightsChange(ann.account(), "Mailbox", "m1", null, READ, "Work"));
                throw new IllegalStateException("the change fails");
            });
        } catch (IllegalStateException expected) {
            home.server.runJobs();
        }
        assertThat(bob.all("ShareNotification")).isEmpty();
    }

    @Test
    void clientsCanOnlyDestroyNotifications() {
        share("m1", "Mailbox", null);
        home.server.runJobs();
        String id = ids(bob, Map.of()).get(0);
        Map<String, Object> create =
                Map.of("a", Map.of(), "b", Map.of("name", "x"), "c", Map.of("foo", 1), "d", Map.of("objectId", 1));
        Response set = bob.call(
                        "ShareNotification/set", Map.of("create", create, "update", Map.of(id, Map.of("name", "x"))))
                .done();
        for (String member : List.of("notCreated", "notUpdated")) {
            assertThat(set.object(member).values())
                    .allSatisfy(error -> assertThat(String.valueOf(error)).contains("type=forbidden"));
        }
        assertThat(set.object("notCreated")).hasSize(4);
        assertThat(set.object("notUpdated")).hasSize(1);
        assertThat(bob.call("ShareNotification/set", Map.of("destroy", List.of(id)))
                        .done()
                        .texts("destroyed"))
                .containsExactly(id);
        assertThat(bob.all("ShareNotification")).isEmpty();
    }

    @Test
    void queryFiltersAndSorts() {
        share("m1", "Mailbox", null);
        home.server.runJobs();
        home.server.clock().move(Duration.ofMinutes(1));
        String between = home.server.clock().now().toString();
        share("c1", "Calendar", null);
        home.server.runJobs();
        List<String> all = ids(bob, Map.of());
        assertThat(all).hasSize(2);
        Map<String, Object> newestFirst = Map.of("sort", List.of(Map.of("property", "created", "isAscending", false)));
        assertThat(ids(bob, newestFirst)).containsExactly(all.get(1), all.get(0));
        assertThat(filtered(Map.of("after", between))).containsExactly(all.get(1));
        assertThat(filtered(Map.of("before", between))).containsExactly(all.get(0));
        assertThat(filtered(Map.of("objectType", "Mailbox"))).containsExactly(all.get(0));
        assertThat(filtered(Map.of("objectAccountId", bob.sharedBy(ann)))).isEqualTo(all);
        assertThat(filtered(Map.of("objectAccountId", "a1", "objectType", "Mailbox")))
                .isEmpty();
        Map<String, @Nullable Object> nulls = new HashMap<>();
        nulls.put("after", null);
        nulls.put("before", null);
        assertThat(filtered(nulls)).isEqualTo(all);
        assertThat(bob.call("ShareNotification/query", Map.of("filter", Map.of("after", "yesterday")))
                        .error())
                .isEqualTo("invalidArguments");
        assertThat(bob.call("ShareNotification/query", Map.of("filter", Map.of("createdFrom", between)))
                        .error())
                .isEqualTo("unsupportedFilter");
    }

    private List<String> filtered(Map<String, ?> filter) {
        return ids(bob, Map.of("filter", filter));
    }

    @Test
    void queryChangesReportNewNotifications() {
        String state = bob.call("ShareNotification/query", Map.of()).done().text("queryState");
        share("m1", "Mailbox", null);
        home.server.runJobs();
        Response changes = bob.call("ShareNotification/queryChanges", Map.of("sinceQueryState", state))
                .done();
        assertThat(changes.list("added")).hasSize(1);
    }

    @Test
    void accountKeepsTheNewest500Notifications() {
        home.server.store().write(ann.scope(), tx -> {
            for (int i = 0; i < ShareNotificationTasks.MOST; i++) {
                home.notifications.add(
                        tx, bob.account().n(), new RightsChange(ann.account(), "Mailbox", "m" + i, null, READ, "Work"));
            }
            return true;
        });
        home.server.runJobs();
        List<String> first = new ArrayList<>(ids(bob, Map.of()));
        assertThat(first).hasSize(ShareNotificationTasks.MOST);
        share("last", "Mailbox", null);
        home.server.runJobs();
        List<String> then = ids(bob, Map.of());
        assertThat(then).hasSize(ShareNotificationTasks.MOST).doesNotContain(first.get(0));
        assertThat(bob.get("ShareNotification", then.get(then.size() - 1))).containsEntry("objectId", "last");
    }

    @Test
    void notificationIsNotDeliveredToAnotherOrganization() {
        Client eve = home.account("two", "eve");
        home.server.store().write(ann.scope(), tx -> {
            home.notifications.add(
                    tx, eve.account().n(), new RightsChange(ann.account(), "Mailbox", "m1", null, READ, "Work"));
            return true;
        });
        home.server.runJobs();
        assertThat(eve.all("ShareNotification")).isEmpty();
    }
}
