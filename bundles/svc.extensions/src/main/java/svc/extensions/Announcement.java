package svc.extensions;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Publishes what became of one file; what waits only for a moment is not worth a word. */
final class Announcement {

    private static final Duration SETTLE = Duration.ofMillis(500);

    private final Premises premises;
    private final ExtensionsFolder.Found found;
    private @Nullable Verdict waits;
    private long since;

    Announcement(Premises premises, ExtensionsFolder.Found found) {
        this.premises = premises;
        this.found = found;
    }

    /** Publishes at once. */
    void publish(Optional<JarFacts> facts, long bundle, Verdict verdict) {
        waits = null;
        enter(facts, bundle, verdict);
    }

    /** Publishes when it stays so. */
    void waitFor(Optional<JarFacts> facts, long bundle, Verdict verdict) {
        long now = premises.clock().nanos();
        if (!verdict.equals(waits)) {
            waits = verdict;
            since = now;
        }
        if (now - since >= SETTLE.toNanos()) {
            enter(facts, bundle, verdict);
        } else {
            premises.soon().run();
        }
    }

    private void enter(Optional<JarFacts> facts, long bundle, Verdict verdict) {
        premises.book()
                .enter(new VerdictBook.Entry(
                        found.file(),
                        found.stamp(),
                        facts.map(JarFacts::name)
                                .orElseGet(() -> String.valueOf(found.file().getFileName())),
                        facts.map(known -> known.version().toString()).orElse(""),
                        bundle,
                        verdict));
    }
}
