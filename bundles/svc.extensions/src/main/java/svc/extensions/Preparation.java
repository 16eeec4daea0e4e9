package svc.extensions;

import java.util.Objects;
import java.util.Optional;
import org.osgi.framework.Bundle;

/** Whether an installed bundle may start: its packages, or the host that it is a fragment of, and its configuration. */
final class Preparation {

    private final Premises premises;
    private final ExtensionsFolder.Found found;
    private final Setback setback;
    private boolean askedHost;

    Preparation(Premises premises, ExtensionsFolder.Found found, Setback setback) {
        this.premises = premises;
        this.found = found;
        this.setback = setback;
    }

    /** Empty when it may start; else what it waits for. */
    Optional<Verdict> missing(Bundle fresh, JarFacts facts) throws Refusal {
        Optional<Verdict> unresolved = facts.host().isPresent()
                ? attach(fresh, facts.host().get())
                : premises.wiring().resolve(fresh);
        if (unresolved.isPresent()) {
            return unresolved;
        }
        Optional<Verdict> unconfigured = premises.settings().admit(found.file());
        // The next start reads the configuration as strictly, and must not fail for a jar that only waits.
        unconfigured.ifPresent(verdict -> setback.record(Optional.of(facts), RefusalRecords.Stage.LOOK, verdict));
        return unconfigured;
    }

    private Optional<Verdict> attach(Bundle fragment, String host) throws Refusal {
        if (fragment.getState() == Bundle.RESOLVED) {
            return Optional.empty();
        }
        Optional<Bundle> running = premises.all().get().stream()
                .flatMap(other -> other.running().stream())
                .filter(bundle -> Objects.equals(bundle.getSymbolicName(), host))
                .findFirst();
        if (running.isPresent() && !askedHost) {
            // A host takes fragments only while it is being resolved.
            askedHost = true;
            new Departure(premises).restart(running.get());
            return Optional.of(Verdict.waiting("It waits until " + host + " has started again.", ""));
        }
        return premises.wiring().resolve(fragment);
    }
}
