package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import svc.testkit.Eventually;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;

/** The expected queue, mailboxes and used bytes of three accounts, after all moves. */
final class SentOracle {

    private static final String REPORT = "Not delivered: your message to ";

    private final DomainQueue queue;
    private final List<LocalSender> people;
    private final List<Sent> sent = new ArrayList<>();
    private final Map<LocalSender, List<String>> mailboxes = new HashMap<>();
    private final List<Sent> added = new ArrayList<>();

    SentOracle(DomainQueue queue, List<LocalSender> people) {
        this.queue = queue;
        this.people = people;
    }

    /** Returns the expected emails of an account: mailbox and subject. */
    private List<String> box(LocalSender who) {
        return mailboxes.computeIfAbsent(who, one -> new ArrayList<>());
    }

    void drafted(LocalSender who, String subject) {
        box(who).add("drafts/" + subject);
    }

    void sent(Sent one) {
        sent.add(one);
        if (!one.held()) {
            added.add(one);
        }
    }

    void heldGo() {
        sent.stream().filter(Sent::held).forEach(one -> {
            one.goes();
            added.add(one);
        });
    }

    /** An operator removes a message from the queue. */
    void discarded(Sent one) {
        queue.discard(one.queued());
        one.end();
    }

    void discardDeferred() {
        discard(one -> one.waits() && !one.held());
    }

    void discardAll() {
        discard(Sent::waits);
    }

    private void discard(Predicate<Sent> condition) {
        sent.stream().filter(condition).forEach(this::discarded);
    }

    void forgotten(Sent one) {
        sent.remove(one);
    }

    Optional<Sent> any(Random random, Predicate<Sent> condition) {
        List<Sent> all = sent.stream().filter(condition).toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
    }

    /** Returns the number of recipients that were tried and wait for a retry. */
    long deferred() {
        return sent.stream().filter(one -> one.waits() && !one.held()).count();
    }

    /** Waits until the queue is as expected, and updates the delivery status of all messages. */
    void settle(boolean narrow) {
        List<String> expected =
                sent.stream().filter(Sent::waits).map(Sent::line).sorted().toList();
        // One reading: a notification may be in the queue for a moment later.
        List<JsonNode> items = new ArrayList<>();
        Eventually.until("the queue: " + expected, () -> {
            items.clear();
            items.addAll(queue.items());
            return DomainQueue.lines(items).equals(expected);
        });
        for (JsonNode item : items) {
            String id = item.path("id").asText();
            if (sent.stream().noneMatch(one -> one.queued().equals(id))) {
                sent.get(sent.size() - 1).queued(id);
            }
        }
        added.forEach(one -> learn(one, narrow));
        added.clear();
    }

    private void learn(Sent one, boolean narrow) {
        for (String to : one.to()) {
            String status = one.from().status(one.id(), to).path("delivered").asText();
            if (to.equals(SendingSimulation.FAR)) {
                assertThat(status).isEqualTo("queued");
            } else if (to.startsWith("nobody@")) {
                assertThat(status).isEqualTo("no");
            } else if (!to.startsWith("carl@") || !narrow) {
                assertThat(status).as(one + " to " + to).isEqualTo("yes");
            }
            one.statuses().put(to, status);
            if (status.equals("yes")) {
                box(person(to)).add("inbox/" + one.subject());
            } else if (status.equals("no") && !full(one.from())) {
                box(one.from()).add("inbox/" + REPORT + to);
            }
        }
    }

    /** Returns whether the quota may be too small for reports: then they are not predicted. */
    private static boolean full(LocalSender who) {
        return who.user().who().email().startsWith("carl@");
    }

    private LocalSender person(String email) {
        return people.stream()
                .filter(one -> one.user().who().email().equals(email))
                .findFirst()
                .orElseThrow();
    }

    /** Records that emails will be destroyed. */
    void thrownAway(LocalSender who, Set<String> ids) {
        for (SeenMail email : SeenMail.of(who)) {
            if (ids.contains(email.id()) && foreseen(who, email)) {
                assertThat(box(who).remove(email.place())).as(email.toString()).isTrue();
            }
        }
    }

    private static boolean foreseen(LocalSender who, SeenMail email) {
        return !full(who) || !email.place().contains(REPORT);
    }

    void compare() {
        people.forEach(this::compare);
    }

    private void compare(LocalSender who) {
        List<SeenMail> emails = SeenMail.of(who);
        assertThat(emails.stream()
                        .filter(email -> foreseen(who, email))
                        .map(SeenMail::place)
                        .toList())
                .as(who.user().who().email())
                .containsExactlyInAnyOrderElementsOf(box(who));
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
        assertThat(who.user().who().usedBytes())
                .as("what is counted of %s", who.user().who().email())
                .isEqualTo(queue.bytes(who)
                        + sizes.values().stream().mapToLong(Long::longValue).sum());
    }

    /** Compares the submissions of an account; returns the ids of their reports. */
    private Set<String> compareSubmissions(LocalSender who) {
        Set<String> reports = new HashSet<>();
        Map<String, Map<String, String>> told = new HashMap<>();
        for (JsonNode one : who.call("EmailSubmission/get", "'ids':null").path("list")) {
            MailCalls.texts(one.path("dsnBlobIds")).forEach(reports::add);
            Map<String, String> statuses = new HashMap<>();
            one.path("deliveryStatus")
                    .properties()
                    .forEach(entry -> statuses.put(
                            entry.getKey(), entry.getValue().path("delivered").asText()));
            told.put(one.path("id").asText(), statuses);
        }
        assertThat(told)
                .as(who.user().who().email())
                .isEqualTo(sent.stream()
                        .filter(one -> one.from().equals(who))
                        .collect(Collectors.toMap(Sent::id, Sent::statuses)));
        return reports;
    }
}
