package svc.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** An owner gives and revokes rights again and again, while the mail in shared and in hidden mailboxes changes. */
class SharedPushModelTest {

    private static final List<String> TYPES = List.of("Email", "Mailbox", "Thread");

    @RegisterExtension
    static final BundleServer SERVER = BundleServer.withMailStorage("svc.cap.principals");

    private final LocalMailUser owner = LocalMailUser.of(SERVER, "owner@cycles.test");
    private final LocalMailUser guest = LocalMailUser.of(SERVER, "guest@cycles.test");
    private final String shared = guest.who().sharedBy(owner.who());

    @Test
    void revokedSharesAreSilentAndGrantedSharesConverge() {
        play(7, 30);
    }

    @Test
    @Tag("soak")
    void revokedSharesAreSilentAndGrantedSharesConvergeInALongRun() {
        play(11, 1_000);
    }

    private void play(long seed, int cycles) {
        Random random = new Random(seed);
        List<String> mailboxes = List.of(owner.newMailbox("A" + seed), owner.newMailbox("B" + seed));
        List<String> emails = List.of(bring("a", mailboxes.get(0)), bring("b", mailboxes.get(1)));
        AtomicBoolean running = new AtomicBoolean(true);
        CompletableFuture<Void> load = CompletableFuture.runAsync(
                () -> {
                    for (int i = 0; running.get(); i++) {
                        owner.call(
                                "Email/set",
                                "'update':{'" + emails.get(i % 2) + "':{'keywords/$flagged':"
                                        + (i % 4 < 2 ? "true" : "null") + "}}");
                    }
                },
                task -> new Thread(task, "load").start());
        try (SharedPush push = new SharedPush(SERVER, true);
                SharedPush.Stream stream = push.stream(guest, "Email", "Mailbox", "Thread")) {
            Map<String, String> known = new HashMap<>();
            for (int i = 0; i < cycles; i++) {
                String mailbox = mailboxes.get(random.nextInt(2));
                push.share(owner, guest, mailbox, "'mayReadItems':true");
                for (int reads = random.nextInt(3); reads > 0; reads--) {
                    known.putAll(stream.read().getOrDefault(shared, Map.of()));
                }
                push.share(owner, guest, mailbox, "");
                assertThat(stream.read()).as("after the rights were revoked").doesNotContainKey(shared);
            }
            push.share(owner, guest, mailboxes.get(0), "'mayReadItems':true");
            running.set(false);
            load.join();
            Eventually.until("the guest has the states of /get", () -> {
                known.putAll(stream.read().getOrDefault(shared, Map.of()));
                return TYPES.stream()
                        .allMatch(type -> push.state(guest, shared, type).equals(known.get(type)));
            });
            push.share(owner, guest, mailboxes.get(0), "");
        } finally {
            running.set(false);
            load.join();
        }
    }

    private String bring(String subject, String mailbox) {
        return owner.bring(MailCalls.letter(subject, "About " + subject, ""), mailbox, "")
                .path("id")
                .asText();
    }
}
