package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import svc.api.operation.OperationGroup;
import svc.delivery.queue.QueueOperations;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.SendingCalls;

/**
 * Three users of one domain send, cancel and destroy messages, and an operator changes the queue and the quota of the
 * third one: one random move at a time. After each move the server must reach the state of the oracle.
 */
final class SendingSimulation {

    static final String FAR = "x@far.example";
    private static final int HELD = 1_800;
    private static final int MOST_EMAILS = 60;
    private static final long PLENTY = 1_000_000_000;

    private final BundleServer server;
    private final Random random;
    private final SentOracle oracle;
    private final List<LocalSender> people = new ArrayList<>();
    private final LocalSender carl;
    private long carlMayKeep = PLENTY;
    private int number;

    SendingSimulation(BundleServer server, String domain, Random random) {
        this.server = server;
        this.random = random;
        server.suspend(server.user(FAR));
        for (String name : List.of("ann", "bob", "carl")) {
            people.add(LocalSender.of(server, name + "@" + domain));
        }
        carl = people.get(2);
        oracle = new SentOracle(new DomainQueue(server, domain), people);
        keep(PLENTY);
    }

    /** Makes a move; returns its description. */
    String step() {
        int choice = random.nextInt(100);
        String done = choice < 45
                ? send()
                : choice < 55
                        ? takeBack()
                        : choice < 75
                                ? throwAway()
                                : choice < 85
                                        ? forget()
                                        : choice < 90
                                                ? discard()
                                                : choice < 93 ? hurry() : choice < 97 ? limit() : later();
        oracle.settle(carlMayKeep < PLENTY);
        return done;
    }

    /** Asserts that the server agrees with the oracle. */
    void compare() {
        oracle.compare();
        assertThat(carl.user().who().usedBytes()).as("what carl keeps").isLessThanOrEqualTo(carlMayKeep);
    }

    private LocalSender anybody() {
        return people.get(random.nextInt(people.size()));
    }

    private String send() {
        LocalSender from = anybody();
        List<String> to = recipients(from);
        String subject = "number " + ++number;
        JsonNode draft = draft(from, to, subject);
        if (overQuota(from, draft.at("/notCreated/k"))) {
            return "no room for a draft";
        }
        oracle.drafted(from, subject);
        boolean held = random.nextInt(5) == 0;
        JsonNode created = from.submit(draft.at("/created/k/id").asText(), held ? envelope(from, to) : "");
        if (overQuota(from, created.at("/notCreated/s"))) {
            return "no room to send";
        }
        String id = created.at("/created/s/id").asText();
        assertThat(id).as(created.toString()).isNotEmpty();
        oracle.sent(new Sent(id, from, subject, to, held));
        return "sent to " + to + (held ? " later" : "");
    }

    private List<String> recipients(LocalSender from) {
        List<String> to = new ArrayList<>();
        for (String one : List.of("ann", "bob", "carl", "nobody")) {
            if (random.nextInt(3) == 0) {
                to.add(one
                        + from.user()
                                .who()
                                .email()
                                .substring(from.user().who().email().indexOf('@')));
            }
        }
        if (to.isEmpty() || random.nextInt(6) == 0) {
            to.add(FAR);
        }
        return to;
    }

    private JsonNode draft(LocalSender from, List<String> to, String subject) {
        return from.user()
                .call(
                        "Email/set",
                        "'create':{'k':{'mailboxIds':{'" + from.user().mailbox("drafts")
                                + "':true},'from':[{'email':'"
                                + escaped(from.user().who().email())
                                + "'}],'to':" + escaped(SendingCalls.addresses(String.join(",", to))) + ",'subject':'"
                                + subject + "','textBody':[{'partId':'1','type':'text/plain'}],'bodyValues':{'1':"
                                + "{'value':'" + "x".repeat(random.nextInt(2_000)) + "'}}}}");
    }

    private static String escaped(String text) {
        return text.replace("@", "\\u0040");
    }

    private static String envelope(LocalSender from, List<String> to) {
        return ",'envelope':{'mailFrom':{'email':'" + from.user().who().email() + "','parameters':{'holdfor':'" + HELD
                + "'}},'rcptTo':" + SendingCalls.addresses(String.join(",", to)) + "}";
    }

    /** Returns whether an error is the quota error of an account with a quota. */
    private boolean overQuota(LocalSender who, JsonNode error) {
        if (error.isMissingNode()) {
            return false;
        }
        assertThat(error.path("type").asText()).as(error.toString()).isEqualTo("overQuota");
        assertThat(error.path("description").asText()).contains("may keep " + carlMayKeep);
        assertThat(who).isEqualTo(carl);
        return true;
    }

    private String takeBack() {
        return oracle.any(random, sent -> !sent.back())
                .map(sent -> {
                    JsonNode response = sent.from()
                            .call("EmailSubmission/set", "'update':{'" + sent.id() + "':{'undoStatus':'canceled'}}");
                    boolean can = sent.canGoBack();
                    assertThat(response.path("updated").has(sent.id()))
                            .as(response.toString())
                            .isEqualTo(can);
                    if (can) {
                        sent.takenBack();
                    }
                    return "took back " + sent;
                })
                .orElse("nothing to take back");
    }

    private String throwAway() {
        LocalSender who = anybody();
        List<String> ids =
                new ArrayList<>(SeenMail.of(who).stream().map(SeenMail::id).toList());
        if (ids.isEmpty()) {
            return "nothing to throw away";
        }
        int count = ids.size() > MOST_EMAILS ? ids.size() / 2 : 1;
        List<String> portion = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            portion.add(ids.remove(random.nextInt(ids.size())));
        }
        oracle.thrownAway(who, Set.copyOf(portion));
        JsonNode response = who.user().call("Email/set", "'destroy':['" + String.join("','", portion) + "']");
        assertThat(response.path("destroyed").size()).as(response.toString()).isEqualTo(count);
        return "threw away " + count;
    }

    private String forget() {
        return oracle.any(random, sent -> !sent.waits())
                .map(sent -> {
                    JsonNode response = sent.from().call("EmailSubmission/set", "'destroy':['" + sent.id() + "']");
                    assertThat(response.path("destroyed").size())
                            .as(response.toString())
                            .isEqualTo(1);
                    oracle.forgotten(sent);
                    return "forgot " + sent;
                })
                .orElse("nothing to forget");
    }

    private String discard() {
        return oracle.any(random, Sent::waits)
                .map(sent -> {
                    oracle.discarded(sent);
                    return "discarded " + sent;
                })
                .orElse("nothing to discard");
    }

    private String hurry() {
        assertThat(server.service(OperationGroup.class, QueueOperations.class)
                        .flush()
                        .flushed())
                .isEqualTo((int) oracle.deferred());
        return "hurried";
    }

    private String limit() {
        keep(random.nextBoolean() ? PLENTY : carl.user().who().usedBytes() + random.nextInt(6_000));
        return "carl may keep " + carlMayKeep;
    }

    private void keep(long bytes) {
        carlMayKeep = bytes;
        server.directory().limit(carl.user().who().account(), bytes);
    }

    /** Removes the waiting messages, so that the next game finds none. */
    void end() {
        oracle.discardAll();
        oracle.settle(carlMayKeep < PLENTY);
        oracle.compare();
    }

    /** Advances the clock: held messages are sent. Messages to other servers are removed before they fail. */
    private String later() {
        oracle.discardDeferred();
        server.advance(Duration.ofSeconds(HELD + 1));
        oracle.heldGo();
        return "half an hour later";
    }
}
