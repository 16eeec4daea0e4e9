package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** What the queue, the mailboxes and the counted bytes of three people must be, after all they and an operator did. */
final class SentOracle {

    private static final String BLOB = "urn:ietf:params:jmap:blob";
    private static final String REPORT = "Not delivered: your message to ";

    private final RunningServer server;
    private final List<Sender> people;
    private final Map<String, Sent> sent = new LinkedHashMap<>();
    private final Map<String, Set<String>> waiting = new HashMap<>();
    private final Map<String, Map<String, String>> fates = new HashMap<>();
    private final Map<String, String> queued = new HashMap<>();
    private final Map<Sender, List<String>> boxes = new HashMap<>();
    private final Map<Sender, String> inboxes = new HashMap<>();
    private final List<Sent> fresh = new ArrayList<>();
    private final Set<String> held = new HashSet<>();

    SentOracle(RunningServer server, List<Sender> people) {
        this.server = server;
        this.people = people;
        for (Sender one : people) {
            boxes.put(one, new ArrayList<>());
            inboxes.put(one, one.user().mailbox("inbox"));
        }
    }

    /** A message that was sent, with the id of its submission. */
    record Sent(String id, Sender from, String subject, List<String> to, boolean later) {

        /** Ids are those of an account. */
        private String key() {
            return key(from, id);
        }

        private static String key(Sender from, String id) {
            return from.user().who().email() + " " + id;
        }
    }

    void drafted(Sender who, String subject) {
        boxes.get(who).add("drafts/" + subject);
    }

    void sent(Sent one) {
        sent.put(one.key(), one);
        fates.put(one.key(), new HashMap<>());
        if (one.later()) {
            held.add(one.key());
            waiting.put(one.key(), new TreeSet<>(one.to()));
            one.to().forEach(to -> fates.get(one.key()).put(to, "queued"));
        } else {
            goes(one);
        }
    }

    private void goes(Sent one) {
        fresh.add(one);
        if (one.to().contains(SendingGame.FAR)) {
            waiting.put(one.key(), new TreeSet<>(Set.of(SendingGame.FAR)));
        } else {
            waiting.remove(one.key());
        }
    }

    void heldGo() {
        held.forEach(id -> goes(sent.get(id)));
        held.clear();
    }

    boolean waits(Sent one) {
        return waiting.containsKey(one.key());
    }

    boolean canGoBack(Sent one) {
        return waits(one) && waiting.get(one.key()).size() == one.to().size();
    }

    void takenBack(Sent one) {
        held.remove(one.key());
        waiting.remove(one.key()).forEach(to -> fates.get(one.key()).put(to, "no"));
    }

    /** An operator takes it out of the queue. */
    void discarded(Sent one) {
        assertThat(server.admin("DELETE", "/queue/" + queued.get(one.key()), "").statusCode())
                .isEqualTo(204);
        takenBack(one);
    }

    void discardDeferred() {
        discard(one -> waits(one) && !held.contains(one.key()));
    }

    void discardAll() {
        discard(this::waits);
    }

    private void discard(Predicate<Sent> which) {
        sent.values().stream().filter(which).toList().forEach(this::discarded);
    }

    void forgotten(Sent one) {
        sent.remove(one.key());
        fates.remove(one.key());
    }

    Optional<Sent> any(Random random, Predicate<Sent> which) {
        List<Sent> all = sent.values().stream().filter(which).toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
    }

    /** How many recipients were tried and wait for another turn. */
    long deferred() {
        return waiting.keySet().stream().filter(id -> !held.contains(id)).count();
    }

    /** Waits until the queue is what it must be, and learns how those fare who have their messages now. */
    void settle(boolean narrow) {
        List<String> expected = waiting.entrySet().stream()
                .map(one -> sent.get(one.getKey()).from().user().who().email()
                        + (held.contains(one.getKey()) ? " queued " : " deferred ")
                        + one.getValue())
                .sorted()
                .toList();
        server.await("the queue: " + expected, () -> queue().equals(expected));
        for (JsonNode item : items()) {
            if (!queued.containsValue(item.path("id").asText())) {
                Sent newest = List.copyOf(sent.values()).get(sent.size() - 1);
                queued.put(newest.key(), item.path("id").asText());
            }
        }
        fresh.forEach(one -> learn(one, narrow));
        fresh.clear();
    }

    private void learn(Sent one, boolean narrow) {
        for (String to : one.to()) {
            String fate = one.from().status(one.id(), to).path("delivered").asText();
            if (to.equals(SendingGame.FAR)) {
                assertThat(fate).isEqualTo("queued");
            } else if (to.startsWith("nobody@")) {
                assertThat(fate).isEqualTo("no");
            } else if (!to.startsWith("carl@") || !narrow) {
                assertThat(fate).as(one + " to " + to).isEqualTo("yes");
            }
            fates.get(one.key()).put(to, fate);
            if (fate.equals("yes")) {
                boxes.get(person(to)).add("inbox/" + one.subject());
            } else if (fate.equals("no") && !full(one.from())) {
                boxes.get(one.from()).add("inbox/" + REPORT + to);
            }
        }
    }

    /** Whether reports may find no room with somebody: then they are not foreseen. */
    private static boolean full(Sender who) {
        return who.user().who().email().startsWith("carl@");
    }

    private Sender person(String email) {
        return people.stream()
                .filter(one -> one.user().who().email().equals(email))
                .findFirst()
                .orElseThrow();
    }

    private List<JsonNode> items() {
        List<JsonNode> items = new ArrayList<>();
        String house = people.get(0).user().who().email().substring(3);
        SignedIn.json(server.admin("GET", "/queue?limit=500", "")).path("items").forEach(item -> {
            // A report has no sender; it goes at once.
            if (item.path("sender").asText().isEmpty()
                    || item.path("sender").asText().endsWith(house)) {
                items.add(item);
            }
        });
        return items;
    }

    private List<String> queue() {
        return items().stream()
                .map(item -> {
                    Set<String> states = new TreeSet<>();
                    Set<String> addresses = new TreeSet<>();
                    for (JsonNode recipient : item.path("recipients")) {
                        String state = recipient.path("state").asText();
                        if (state.equals("queued") || state.equals("deferred")) {
                            states.add(state);
                            addresses.add(recipient.path("address").asText());
                        }
                    }
                    return item.path("sender").asText() + " " + String.join("+", states) + " " + addresses;
                })
                .sorted()
                .toList();
    }

    /** The messages of somebody. */
    List<String> emails(Sender who) {
        return MailUser.texts(who.user().call("Email/query", "'filter':null").path("ids"));
    }

    /** Some of them will be destroyed. */
    void thrownAway(Sender who, Set<String> ids) {
        for (JsonNode email : listed(who)) {
            if (ids.contains(email.path("id").asText()) && foreseen(who, email)) {
                assertThat(boxes.get(who).remove(place(who, email)))
                        .as(email.toString())
                        .isTrue();
            }
        }
    }

    private static boolean foreseen(Sender who, JsonNode email) {
        return !full(who) || !email.path("subject").asText().startsWith(REPORT);
    }

    private JsonNode listed(Sender who) {
        return who.user()
                .using(
                        List.of(MailUser.URN),
                        "['Email/query',{'accountId':'@'},'q']",
                        "['Email/get',{'accountId':'@','#ids':{'resultOf':'q','name':'Email/query','path':'/ids'},"
                                + "'properties':['subject','mailboxIds','size','blobId']},'g']")
                .at("/1/1/list");
    }

    private String place(Sender who, JsonNode email) {
        boolean inbox = email.path("mailboxIds").has(inboxes.get(who));
        return (inbox ? "inbox/" : "drafts/") + email.path("subject").asText();
    }

    /** What an account has by the count of the server. */
    long shown(Sender who) {
        return SignedIn.json(server.admin("GET", "/accounts/" + who.user().who().accountId(), ""))
                .path("used_bytes")
                .asLong();
    }

    void compare() {
        people.forEach(this::compare);
    }

    private void compare(Sender who) {
        Map<String, Long> sizes = new HashMap<>();
        Map<String, Long> own = new HashMap<>();
        List<String> places = new ArrayList<>();
        List<String> all = new ArrayList<>();
        for (JsonNode email : listed(who)) {
            String place = place(who, email);
            all.add(place);
            if (foreseen(who, email)) {
                places.add(place);
            }
            sizes.put(email.path("blobId").asText(), email.path("size").asLong());
            own.put(place, email.path("size").asLong());
        }
        assertThat(places).as(who.user().who().email()).containsExactlyInAnyOrderElementsOf(boxes.get(who));
        for (JsonNode mailbox : who.user().call("Mailbox/get", "'ids':null").path("list")) {
            String prefix = mailbox.path("role").asText() + "/";
            assertThat(mailbox.path("totalEmails").asLong())
                    .isEqualTo(
                            all.stream().filter(one -> one.startsWith(prefix)).count());
        }
        Set<String> reports = compareSubmissions(who);
        reports.removeAll(sizes.keySet());
        sizes.putAll(blobs(who, reports));
        long way = 0;
        for (JsonNode item : items()) {
            way += item.path("sender").asText().equals(who.user().who().email())
                    ? item.path("size").asLong()
                    : 0;
        }
        for (String id : waiting.keySet()) {
            Sent one = sent.get(id);
            way -= one.from().equals(who) ? own.getOrDefault("inbox/" + one.subject(), 0L) : 0;
        }
        assertThat(shown(who))
                .as("what is counted of %s", who.user().who().email())
                .isEqualTo(
                        way + sizes.values().stream().mapToLong(Long::longValue).sum());
    }

    /** The ids of the reports that the submissions of somebody have. */
    private Set<String> compareSubmissions(Sender who) {
        Set<String> reports = new HashSet<>();
        Set<String> ids = new HashSet<>();
        for (JsonNode one : who.call("EmailSubmission/get", "'ids':null").path("list")) {
            String id = one.path("id").asText();
            ids.add(id);
            MailUser.texts(one.path("dsnBlobIds")).forEach(reports::add);
            Map<String, String> told = new HashMap<>();
            one.path("deliveryStatus")
                    .fields()
                    .forEachRemaining(entry -> told.put(
                            entry.getKey(), entry.getValue().path("delivered").asText()));
            assertThat(told).as(id).isEqualTo(fates.get(Sent.key(who, id)));
        }
        assertThat(ids)
                .containsExactlyInAnyOrderElementsOf(sent.values().stream()
                        .filter(one -> one.from().equals(who))
                        .map(Sent::id)
                        .toList());
        return reports;
    }

    private static Map<String, Long> blobs(Sender who, Collection<String> ids) {
        Map<String, Long> sizes = new HashMap<>();
        who.user()
                .using(
                        List.of(BLOB),
                        "['Blob/get',{'accountId':'@','ids':" + json(ids) + ",'properties':['size']},'b']")
                .at("/0/1/list")
                .forEach(blob ->
                        sizes.put(blob.path("id").asText(), blob.path("size").asLong()));
        return sizes;
    }

    private static String json(Collection<String> ids) {
        return ids.isEmpty() ? "[]" : "['" + String.join("','", ids) + "']";
    }
}
