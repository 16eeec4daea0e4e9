package svc.admin;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.json.Json;
import svc.api.operation.AdminOperation;

/** What came, fit to be offered or not. */
record Candidate(AdminOperation<?, ?> operation, String bundle, Optional<Entry<?, ?>> entry, Optional<Refusal> broken) {

    private static final Logger LOG = LoggerFactory.getLogger(Candidate.class);

    static Candidate of(AdminOperation<?, ?> operation, Json json, String bundle) {
        try {
            Entry<?, ?> entry = new Entry<>(operation, json.binding(Json.Names.SNAKE));
            return new Candidate(operation, bundle, Optional.of(entry), Optional.empty());
        } catch (BrokenDeclaration e) {
            return refused(operation, bundle, String.valueOf(e.getMessage()));
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("An operation of {} cannot be read", bundle, e);
            return refused(operation, bundle, "it fails when it is asked what it is");
        }
    }

    private static Candidate refused(AdminOperation<?, ?> operation, String bundle, String why) {
        Refusal refusal = new Refusal(
                bundle,
                "The operation " + operation.getClass().getName() + " of " + bundle + " is not offered: " + why + ".",
                "Its author must correct the declaration; then update the bundle.");
        return new Candidate(operation, bundle, Optional.empty(), Optional.of(refusal));
    }

    void close() throws InterruptedException {
        if (entry.isPresent()) {
            entry.get().close();
        }
    }
}
