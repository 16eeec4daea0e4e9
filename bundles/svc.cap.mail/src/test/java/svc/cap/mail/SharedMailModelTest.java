package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.testkit.bundles.MailCalls.texts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.jmap.Capability;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LabelCalls;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/**
 * Three guests follow the mailboxes and labels that an owner shares with them, while the owner changes mail and shares at
 * random.
 */
class SharedMailModelTest {

    private static final String PRINCIPALS = "urn:ietf:params:jmap:principals";
    private static final List<String> MAILBOX_RIGHTS =
            List.of("null", "{'mayReadItems':true}", "{'mayReadItems':true,'maySetSeen':true}");
    private static final List<String> LABEL_RIGHTS =
            List.of("null", "{'mayRead':true}", "{'mayRead':true,'mayWrite':true}");
    private static final int STEPS = 350;

    @RegisterExtension
    static final BundleServer SERVER =
            BundleServer.withMailStorage().providing(Capability.class, directory -> () -> PRINCIPALS);

    private final Random random = new Random(7);
    private final LocalMailUser owner = LocalMailUser.of(SERVER, "owner@model.test");
    private final List<String> mailboxes = new ArrayList<>();
    private final List<String> labels = new ArrayList<>();
    private final List<String> emails = new ArrayList<>();
    private int letters;

    @Test
    void cachesOfGuestsFollowByChangesAlone() {
        for (String name : List.of("A", "B", "C", "D")) {
            mailboxes.add(owner.newMailbox(name));
        }
        for (String name : List.of("l", "m")) {
            labels.add(LabelCalls.label(owner, name));
        }
        List<Guest> guests = new ArrayList<>();
        for (String name : List.of("x", "y", "z")) {
            guests.add(new Guest(LocalMailUser.of(SERVER, name + "@model.test")));
        }
        for (int i = 0; i < 10; i++) {
            bring();
        }
        for (int step = 0; step < STEPS; step++) {
            change(guests);
            if (random.nextInt(3) == 0) {
                guests.get(random.nextInt(guests.size())).follow();
            }
        }
        guests.forEach(Guest::follow);
        assertThat(guests)
                .allSatisfy(guest -> assertThat(guest.calculated)
                        .as("the number of times that a guest calculated changes of emails")
                        .isGreaterThan(5));
    }

    private <E> E any(List<E> some) {
        return some.get(random.nextInt(some.size()));
    }

    private void change(List<Guest> guests) {
        int kind = random.nextInt(26);
        if (kind < 5 || emails.size() < 5) {
            bring();
        } else if (kind < 9) {
            String to = any(mailboxes);
            String from = any(mailboxes);
            update("'mailboxIds/" + to + "':true" + (to.equals(from) ? "" : ",'mailboxIds/" + from + "':null"));
        } else if (kind < 14) {
            update("'keywords/" + any(List.of("$seen", "$flagged", "work")) + "':"
                    + (random.nextBoolean() ? "true" : "null"));
        } else if (kind < 16) {
            String gone = any(emails);
            owner.call("Email/set", "'destroy':['" + gone + "']");
            emails.remove(gone);
        } else if (kind < 17) {
            owner.call("Mailbox/set", "'update':{'" + any(mailboxes) + "':{'sortOrder':" + random.nextInt(50) + "}}");
        } else if (kind < 20) {
            share("Mailbox", any(mailboxes), any(guests), any(MAILBOX_RIGHTS));
        } else if (kind < 25) {
            update("'labelIds/" + any(labels) + "':" + (random.nextBoolean() ? "true" : "null"));
        } else {
            share("Label", any(labels), any(guests), any(LABEL_RIGHTS));
        }
    }

    private void bring() {
        byte[] letter = MailCalls.message(
                "From: a@far.test",
                "Subject: Re: topic " + random.nextInt(4),
                "Message-ID: <" + letters++ + "@far.test>",
                "References: <root" + random.nextInt(4) + "@far.test>",
                "",
                "Text");
        emails.add(owner.bring(letter, any(mailboxes), "").path("id").asText());
    }

    private void update(String patch) {
        JsonNode response = LabelCalls.call(owner, "Email/set", "'update':{'" + any(emails) + "':{" + patch + "}}");
        assertThat(response.at("/newState").isTextual()).as(response.toString()).isTrue();
    }

    private void share(String type, String container, Guest guest, String rights) {
        JsonNode response = owner.using(
                List.of(MailCalls.URN, MailCalls.LABELS, PRINCIPALS),
                "['" + type + "/set',{'accountId':'@','update':{'" + container + "':{'shareWith/"
                        + guest.user.who().accountId() + "':" + rights + "}}},'c']");
        assertThat(response.at("/0/1/notUpdated").isNull())
                .as(response.toString())
                .isTrue();
    }

    private static final List<String> ALL = List.of("Mailbox", "Thread", "Email", "Label");

    /** A client that keeps the objects of four types and the results of a query. */
    private final class Guest {

        private final LocalMailUser user;
        private final String account;
        private final Map<String, String> states = new HashMap<>();
        private final Map<String, Map<String, JsonNode>> held = new HashMap<>();
        private String queryState = "";
        private List<String> results = List.of();
        private boolean hasLabels;
        private int calculated;

        Guest(LocalMailUser user) {
            this.user = user;
            this.account = user.who().sharedBy(owner.who());
        }

        private JsonNode response(String method, String arguments) {
            return user.using(
                            LabelCalls.URNS, "['" + method + "',{'accountId':'" + account + "'" + arguments + "},'c']")
                    .path(0);
        }

        private JsonNode call(String method, String arguments) {
            JsonNode response = response(method, arguments);
            assertThat(response.path(0).asText()).as(response.toString()).isEqualTo(method);
            return response.path(1);
        }

        void follow() {
            JsonNode session =
                    MailCalls.json(user.who().session()).path("accounts").path(account);
            if (session.isMissingNode()) {
                assertThat(response("Email/get", ",'ids':null").at("/1/type").asText())
                        .isEqualTo("accountNotFound");
                states.clear();
                queryState = "";
                return;
            }
            hasLabels = session.path("accountCapabilities").has(MailCalls.LABELS);
            if (!hasLabels) {
                assertThat(response("Label/get", ",'ids':null").at("/1/type").asText())
                        .isEqualTo("accountNotSupportedByMethod");
                states.remove("Label");
            }
            for (String type : hasLabels ? ALL : ALL.subList(0, 3)) {
                boolean known = states.containsKey(type);
                Map<String, JsonNode> all = all(type);
                if (known && catchUp(type)) {
                    assertThat(objects(type)).as(type).isEqualTo(all);
                } else {
                    held.put(type, all);
                }
            }
            followQuery();
        }

        private Map<String, JsonNode> objects(String type) {
            return held.computeIfAbsent(type, key -> new TreeMap<>());
        }

        private String properties(String type) {
            String labelIds = hasLabels ? ",'labelIds'" : "";
            return type.equals("Email") ? ",'properties':['mailboxIds','keywords','threadId'" + labelIds + "]" : "";
        }

        private Map<String, JsonNode> all(String type) {
            JsonNode response = call(type + "/get", ",'ids':null" + properties(type));
            if (!states.containsKey(type)) {
                states.put(type, response.path("state").asText());
            }
            Map<String, JsonNode> all = new TreeMap<>();
            response.path("list").forEach(object -> all.put(object.path("id").asText(), object));
            return all;
        }

        /** Returns whether the changes could be calculated. */
        private boolean catchUp(String type) {
            boolean more = true;
            while (more) {
                JsonNode response = response(
                        type + "/changes",
                        ",'sinceState':'" + states.get(type) + "','maxChanges':" + (1 + random.nextInt(6)));
                if (response.path(0).asText().equals("error")) {
                    assertThat(response.at("/1/type").asText()).isEqualTo("cannotCalculateChanges");
                    states.remove(type);
                    all(type);
                    return false;
                }
                JsonNode changes = response.path(1);
                List<String> changed = new ArrayList<>(texts(changes.path("created")));
                changed.addAll(texts(changes.path("updated")));
                texts(changes.path("destroyed"))
                        .forEach(id -> assertThat(objects(type).remove(id))
                                .as("a destroyed object was known")
                                .isNotNull());
                call(type + "/get", ",'ids':['" + String.join("','", changed) + "']" + properties(type))
                        .path("list")
                        .forEach(object -> objects(type).put(object.path("id").asText(), object));
                states.put(type, changes.path("newState").asText());
                more = changes.path("hasMoreChanges").asBoolean();
            }
            calculated += type.equals("Email") ? 1 : 0;
            return true;
        }

        private void followQuery() {
            String query = ",'sort':[{'property':'receivedAt','isAscending':true}]";
            JsonNode fresh = call("Email/query", query);
            List<String> expected = texts(fresh.path("ids"));
            assertThat(expected).hasSameElementsAs(objects("Email").keySet());
            if (!queryState.isEmpty()) {
                JsonNode changes = response("Email/queryChanges", query + ",'sinceQueryState':'" + queryState + "'");
                if (!changes.path(0).asText().equals("error")) {
                    List<String> after = new ArrayList<>(results);
                    after.removeAll(texts(changes.at("/1/removed")));
                    changes.at("/1/added")
                            .forEach(added -> after.add(
                                    added.path("index").asInt(),
                                    added.path("id").asText()));
                    assertThat(after).isEqualTo(expected);
                }
            }
            results = expected;
            queryState = fresh.path("queryState").asText();
        }
    }
}
