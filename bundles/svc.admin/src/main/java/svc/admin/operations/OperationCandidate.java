package svc.admin.operations;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.json.Json;
import svc.api.operation.OperationGroup;

/** An operation of a service with its validated declaration, or with the reason why it is invalid. */
record OperationCandidate(
        OperationGroup group, String bundle, Optional<RegisteredOperation> entry, Optional<RefusedOperation> broken) {

    private static final Logger LOG = LoggerFactory.getLogger(OperationCandidate.class);

    static List<OperationCandidate> of(OperationGroup group, Json json, String bundle) {
        return OperationMethod.of(group).stream()
                .map(method -> read(
                        group,
                        "The operation svc " + method.annotation().command(),
                        bundle,
                        () -> RegisteredOperation.of(method, json.binding(Json.Names.SNAKE_CASE))))
                .toList();
    }

    private static OperationCandidate read(
            OperationGroup group, String name, String bundle, Supplier<RegisteredOperation> read) {
        String reason;
        try {
            return new OperationCandidate(group, bundle, Optional.of(read.get()), Optional.empty());
        } catch (InvalidOperationException e) {
            reason = String.valueOf(e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("{} of {} cannot be read", name, bundle, e);
            reason = "its declaration cannot be read";
        }
        RefusedOperation refusal = new RefusedOperation(
                bundle,
                name + " of " + bundle + " is not offered: " + reason + ".",
                "Its author must correct the declaration; then update the bundle.");
        return new OperationCandidate(group, bundle, Optional.empty(), Optional.of(refusal));
    }

    void close() throws InterruptedException {
        if (entry.isPresent()) {
            entry.get().close();
        }
    }
}
