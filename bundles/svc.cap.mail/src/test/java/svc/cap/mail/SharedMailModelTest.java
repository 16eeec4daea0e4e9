package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.jmap.Capability;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LabelCalls;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/**
 * Three guests follow the mailboxes and labels that an owner shares with them, while the owner and the guests change mail
 * and the owner changes shares at random. What a guest may do follows from the rights that the owner has given.
 */
class SharedMailModelTest {

    private static final String PRINCIPALS = "urn:ietf:params:jmap:principals";
    private static final int STEPS = 400;
    private static final int MOST_MAILBOXES = 8;
    private static final List<Set<String>> MAILBOX_RIGHTS = List.of(
            Set.of(),
            Set.of("mayReadItems"),
            Set.of("mayReadItems", "maySetSeen"),
            Set.of("mayReadItems", "mayAddItems"),
            Set.of("mayReadItems", "mayAddItems", "maySetSeen", "mayCreateChild"),
            Set.of("mayReadItems", "mayRemoveItems", "mayRename", "mayDelete"));
    private static final List<Set<String>> LABEL_RIGHTS =
            List.of(Set.of(), Set.of("mayRead"), Set.of("mayRead", "mayWrite"));

    @RegisterExtension
    static final BundleServer SERVER =
            BundleServer.withMailStorage().providing(Capability.class, directory -> () -> PRINCIPALS);

    private final Random random = new Random(7);
    private final LocalMailUser owner = LocalMailUser.of(SERVER, "owner@model.test");
    private final List<String> mailboxes = new ArrayList<>();
    private final List<String> labels = new ArrayList<>();
    private final List<String> emails = new ArrayList<>();

    /** The mailboxes that guests have created, each with its parent. */
    private final Map<String, String> children = new LinkedHashMap<>();

    /** The rights of the guests, by mailbox or label, and account id. */
    private final Map<String, Map<String, Set<String>>> rights = new HashMap<>();

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
                guests.get(random.nextInt(guests.size())).cache.follow();
            }
        }
        guests.forEach(guest -> guest.cache.follow());
        assertThat(guests)
                .allSatisfy(guest -> assertThat(guest.cache.calculated())
                        .as("the number of times that a guest calculated changes of emails")
                        .isGreaterThan(5))
                .allSatisfy(guest -> assertThat(guest.changes)
                        .as("the number of changes that a guest made")
                        .isPositive());
    }

    private <E> E any(List<E> some) {
        return some.get(random.nextInt(some.size()));
    }

    private void change(List<Guest> guests) {
        int kind = random.nextInt(34);
        if (kind >= 26) {
            any(guests).change();
        } else if (kind < 5 || emails.size() < 5) {
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

    private byte[] letter() {
        return MailCalls.message(
                "From: a@far.test",
                "Subject: Re: topic " + random.nextInt(4),
                "Message-ID: <" + letters++ + "@far.test>",
                "References: <root" + random.nextInt(4) + "@far.test>",
                "",
                "Text");
    }

    private void bring() {
        emails.add(owner.bring(letter(), any(mailboxes), "").path("id").asText());
    }

    private void update(String patch) {
        JsonNode response = LabelCalls.call(owner, "Email/set", "'update':{'" + any(emails) + "':{" + patch + "}}");
        assertThat(response.at("/newState").isTextual()).as(response.toString()).isTrue();
    }

    private void share(String type, String container, Guest guest, Set<String> given) {
        String id = guest.user.who().accountId();
        JsonNode response = owner.using(
                List.of(MailCalls.URN, MailCalls.LABELS, PRINCIPALS),
                "['" + type + "/set',{'accountId':'@','update':{'" + container + "':{'shareWith/" + id + "':"
                        + given.stream().map(right -> "'" + right + "':true").collect(Collectors.joining(",", "{", "}"))
                        + "}}},'c']");
        rights.computeIfAbsent(container, key -> new HashMap<>()).put(id, given);
        assertThat(response.at("/0/1/notUpdated").isNull())
                .as(response.toString())
                .isTrue();
    }

    /** A user who changes what the owner shares, and whose client follows it. */
    private final class Guest {

        private final LocalMailUser user;
        private final SharedMailCache cache;
        private int changes;

        Guest(LocalMailUser user) {
            this.user = user;
            this.cache = new SharedMailCache(user, user.who().sharedBy(owner.who()), random);
        }

        private Set<String> rightsIn(String container) {
            return rights.getOrDefault(container, Map.of())
                    .getOrDefault(user.who().accountId(), Set.of());
        }

        /** Returns the error of every change of the guest; empty if the guest may change something. */
        private String errorOfAccount() {
            List<Set<String>> given =
                    rights.keySet().stream().map(this::rightsIn).toList();
            if (given.stream().allMatch(Set::isEmpty)) {
                return "accountNotFound";
            }
            return given.stream().allMatch(Set.of("mayReadItems", "mayRead")::containsAll) ? "accountReadOnly" : "";
        }

        /** Makes a change at random. It is made exactly if the guest has the rights. */
        void change() {
            int kind = random.nextInt(8);
            String mailbox = any(mailboxes);
            if (kind < 4) {
                add(mailbox, kind < 2);
            } else if (kind < 6 && mailboxes.size() < MOST_MAILBOXES) {
                makeChild(mailbox);
            } else if (kind < 7) {
                String name = "'update':{'" + mailbox + "':{'name':'N" + letters++ + "'}}";
                expect(change("Mailbox/set", name, "notUpdated/" + mailbox), mailbox, "notFound", "mayRename");
            } else {
                children.keySet().stream()
                        .filter(child -> !children.containsValue(child))
                        .findFirst()
                        .ifPresent(this::destroy);
            }
        }

        private void add(String mailbox, boolean composed) {
            boolean seen = random.nextBoolean();
            String email = "'mailboxIds':{'" + mailbox + "':true},'keywords':{" + (seen ? "'$seen':true" : "") + "},";
            JsonNode response = composed
                    ? change(
                            "Email/set",
                            "'create':{'k':{" + email + "'subject':'Re: topic " + random.nextInt(4)
                                    + "','references':['root" + random.nextInt(4) + "@far.test']}}",
                            "notCreated/k")
                    : change(
                            "Email/import",
                            "'emails':{'k':{" + email + "'blobId':'"
                                    + user.who().uploadTo(owner.who(), letter()) + "'}}",
                            "notCreated/k");
            if (expect(
                    response,
                    mailbox,
                    "invalidProperties",
                    seen ? new String[] {"mayAddItems", "maySetSeen"} : new String[] {"mayAddItems"})) {
                emails.add(response.at("/1/created/k/id").asText());
            }
        }

        private void makeChild(String parent) {
            JsonNode response = change(
                    "Mailbox/set",
                    "'create':{'k':{'name':'C" + letters++ + "','parentId':'" + parent + "'}}",
                    "notCreated/k");
            if (expect(response, parent, "invalidProperties", "mayCreateChild")) {
                String child = response.at("/1/created/k/id").asText();
                mailboxes.add(child);
                children.put(child, parent);
                rights.put(child, new HashMap<>(rights.getOrDefault(parent, Map.of())));
            }
        }

        private void destroy(String mailbox) {
            JsonNode response = change(
                    "Mailbox/set",
                    "'onDestroyRemoveEmails':true,'destroy':['" + mailbox + "']",
                    "notDestroyed/" + mailbox);
            if (expect(response, mailbox, "notFound", "mayDelete")) {
                mailboxes.remove(mailbox);
                children.remove(mailbox);
                rights.remove(mailbox);
            }
        }

        /** Returns the response with the error type as third element: of the call, or else of the change. */
        private JsonNode change(String method, String arguments, String place) {
            ArrayNode response = (ArrayNode) cache.response(method, "," + arguments);
            boolean failed = response.path(0).asText().equals("error");
            response.set(2, response.at(failed ? "/1/type" : "/1/" + place + "/type"));
            return response;
        }

        /** Checks whether a change was made, or its error. Returns whether it was made. */
        private boolean expect(JsonNode response, String mailbox, String ifHidden, String... needed) {
            String expected = errorOfAccount();
            if (expected.isEmpty() && rightsIn(mailbox).isEmpty()) {
                expected = ifHidden;
            } else if (expected.isEmpty() && !rightsIn(mailbox).containsAll(List.of(needed))) {
                expected = "forbidden";
            }
            assertThat(response.path(2).asText()).as(response.toString()).isEqualTo(expected);
            changes += expected.isEmpty() ? 1 : 0;
            return expected.isEmpty();
        }
    }
}
