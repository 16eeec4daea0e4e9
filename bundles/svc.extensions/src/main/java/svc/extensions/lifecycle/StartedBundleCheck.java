package svc.extensions;

import java.time.Duration;
import java.util.Optional;
import org.osgi.framework.Bundle;

/** What to think of a bundle that has started: whether its components work and its names were free. */
final class Judgement {

    /** A component that fails this soon after the start was never sound. Later it may be a passing trouble. */
    private static final Duration FRESH = Duration.ofSeconds(10);

    private final Premises premises;
    private final long since;

    Judgement(Premises premises) {
        this.premises = premises;
        this.since = premises.clock().nanos();
    }

    /** Its verdict now. */
    Outcome of(Bundle bundle) {
        if (bundle.getState() != Bundle.ACTIVE && bundle.getState() != Bundle.STARTING) {
            return Outcome.lasting(Verdict.waiting(
                    "It was stopped by hand.", "Start it again in `svc shell`, or restart the server."));
        }
        Optional<Verdict> conflict =
                premises.routes().of(bundle).or(() -> premises.keepers().conflict(bundle.getBundleId()));
        if (conflict.isPresent()) {
            return new Outcome(conflict.get(), RefusalRecords.Stage.LOOK);
        }
        return Outcome.lasting(premises.components().troubles(bundle).stream()
                .findFirst()
                .map(this::verdict)
                .orElse(Verdict.ACTIVE));
    }

    private Verdict verdict(Components.Trouble trouble) {
        return switch (trouble.kind()) {
            case FAILED -> failed(trouble);
            case CONFIGURATION ->
                Verdict.waiting(
                        "Its component " + trouble.component() + " waits for the configuration " + trouble.detail()
                                + ".",
                        "Look at `svc config describe` for its table, and add it to svc.toml.");
            case REFERENCE ->
                Verdict.waiting(
                        "Its component " + trouble.component() + " waits for the service " + trouble.detail()
                                + ", which nobody offers.",
                        "Put the bundle that offers it into extensions/ too.");
        };
    }

    private Verdict failed(Components.Trouble trouble) {
        String what = "Its component " + trouble.component() + " failed to start: " + trouble.detail() + ".";
        boolean fresh = premises.clock().nanos() - since < FRESH.toNanos();
        return fresh
                ? Verdict.refused(what, "Ask its author; the log has the whole trace.")
                : Verdict.waiting(what, "It is tried again when somebody needs it; the log has the whole trace.");
    }

    /**
     * A verdict.
     *
     * @param verdict what it is
     * @param stage whether a refusal stays until the jar changes
     */
    record Outcome(Verdict verdict, RefusalRecords.Stage stage) {
        static Outcome lasting(Verdict verdict) {
            return new Outcome(verdict, RefusalRecords.Stage.RUN);
        }
    }
}
