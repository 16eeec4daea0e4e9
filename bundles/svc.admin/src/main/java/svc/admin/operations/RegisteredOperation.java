package svc.admin;

import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import svc.api.json.Json;
import svc.api.operation.AdminOperation;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Outcome;
import svc.api.operation.Progress;
import svc.api.operation.Trace;

/**
 * One operation with all that was derived from its bundle's classes; forgotten as a whole when the bundle goes, which waits
 * until the calls in flight have ended.
 */
final class Entry<A extends Record, R> {

    private static final int ALL = Integer.MAX_VALUE;
    private static final long PATIENCE_SECONDS = 5;

    private final AdminOperation<A, R> operation;
    private final Signature<A> signature;
    private final Declaration declaration;
    private final Json.Binding binding;
    private final Semaphore calls = new Semaphore(ALL);

    Entry(AdminOperation<A, R> operation, Json.Binding binding) {
        this.operation = operation;
        this.signature = new Signature<>(operation.arguments(), binding);
        this.declaration = Declared.of(operation, signature.parameters());
        this.binding = binding;
    }

    Declaration declaration() {
        return declaration;
    }

    Outcome run(Map<String, Object> arguments, Trace trace, Progress progress) {
        if (!calls.tryAcquire()) {
            throw gone(declaration);
        }
        try {
            A bound = signature.bind(arguments);
            R result = operation.run(bound, trace, progress);
            return new Outcome(binding.convert(result, Object.class), operation.exit(result));
        } catch (OperationProblem refused) {
            throw refused;
        } catch (Throwable defect) { // also an Error: classes of a bundle that has just gone cannot be loaded
            throw Defects.internal("The operation " + (declaration.noun() + " " + declaration.verb()).strip(), defect);
        } finally {
            calls.release();
        }
    }

    /** No call begins from now on; returns when those in flight have ended, or after five seconds. */
    void close() throws InterruptedException {
        if (!calls.tryAcquire(ALL, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            calls.drainPermits();
        }
    }

    static OperationProblem gone(Declaration declaration) {
        return new OperationProblem(
                Reason.NOT_FOUND,
                "The operation " + (declaration.noun() + " " + declaration.verb()).strip()
                        + " is not here any more; its bundle was removed or is being updated. Try again in a moment.");
    }
}
