package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
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
import java.util.stream.Collectors;

/** What the queue, the mailboxes and the counted bytes of three people must be, after all they and an operator did. */
final class SentOracle {

    private static final String REPORT = "Not delivered: your message to ";

    private final HouseQueue queue;
    private final List<Sender> people;
    private final Map<String, Sent> sent = new LinkedHashMap<>();
    private final Map<String, Set<String>> waiting = new HashMap<>();
    private final Map<String, Map<String, String>> fates = new HashMap<>();
    private final Map<String, String> queued = new HashMap<>();
    private final Map<Sender, List<String>> boxes = new HashMap<>();
    private final List<Sent> fresh = new ArrayList<>();
    private final Set<String> held = new HashSet<>();

    SentOracle(HouseQueue queue, List<Sender> people) {
        this.queue = queue;
        this.people = people;
        for (Sender one : people) {
            boxes.put(one, new ArrayList<>());
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
        queue.discard(queued.get(one.key()));
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
        queue.server().await("the queue: " + expected, () -> queue.lines().equals(expected));
        for (JsonNode item : queue.items()) {
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

    /** Some of them will be destroyed. */
    void thrownAway(Sender who, Set<String> ids) {
        for (SeenMail email : SeenMail.of(who)) {
            if (ids.contains(email.id()) && foreseen(who, email)) {
                assertThat(boxes.get(who).remove(email.place()))
                        .as(email.toString())
                        .isTrue();
            }
        }
    }

    private static boolean foreseen(Sender who, SeenMail email) {
        return !full(who) || !email.place().contains(REPORT);
    }

    void compare() {
        people.forEach(this::compare);
    }

    private void compare(Sender who) {
        List<SeenMail> emails = SeenMail.of(who);
        assertThat(emails.stream()
                        .filter(email -> foreseen(who, email))
                        .map(SeenMail::place)
                        .toList())
                .as(who.user().who().email())
                .containsExactlyInAnyOrderElementsOf(boxes.get(who));
        for (JsonNode mailbox : who.user().call("Mailbox/get", "'ids':null").path("list")) {
            String prefix = mailbox.path("role").asText() + "/";
            assertThat(mailbox.path("totalEmails").asLong())
                    .isEqualTo(emails.stream()
                            .filter(email -> email.place().startsWith(prefix))
                            .count());
        }
        Map<String, Long> sizes = new HashMap<>();
        emails.forEach(email -> sizes.put(email.blob(), email.size()));
        Set<String> reports = compareSubmissions(who);
        reports.removeAll(sizes.keySet());
        sizes.putAll(SeenMail.sizes(who, reports));
        assertThat(SeenMail.counted(who))
                .as("what is counted of %s", who.user().who().email())
                .isEqualTo(queue.bytes(who)
                        - twice(who, emails)
                        + sizes.values().stream().mapToLong(Long::longValue).sum());
    }

    /** The bytes of what somebody has from themselves while others wait for the same. */
    private long twice(Sender who, List<SeenMail> emails) {
        Set<String> open = waiting.keySet().stream()
                .map(sent::get)
                .filter(one -> one.from().equals(who))
                .map(one -> "inbox/" + one.subject())
                .collect(Collectors.toSet());
        return emails.stream()
                .filter(email -> open.contains(email.place()))
                .mapToLong(SeenMail::size)
                .sum();
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
                    .properties()
                    .forEach(entry -> told.put(
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
}
