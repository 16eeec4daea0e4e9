package svc.admin.operations;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.audit.Actor;
import svc.api.json.Json;
import svc.api.operation.AdminRoute;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationResult;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Outcome;
import svc.api.operation.Progress;

/**
 * A valid operation with everything derived from the classes of its bundle. When the bundle is removed, the whole
 * object is discarded after running calls have ended. Thread-safe.
 */
final class RegisteredOperation {

    private static final int ALL = Integer.MAX_VALUE;
    private static final long PATIENCE_SECONDS = 5;
    private static final Pattern ROUTE = Pattern.compile("([A-Z]+) (/\\S*)(?: ([0-9]{3}))?");

    private final ArgumentBinder binder;
    private final Declaration declaration;
    private final Target target;
    private final Json.Binding binding;
    private final Semaphore calls = new Semaphore(ALL);

    RegisteredOperation(ArgumentBinder binder, Declaration declaration, Target target, Json.Binding binding) {
        this.binder = binder;
        this.declaration = DeclarationValidator.validated(declaration);
        this.target = target;
        this.binding = binding;
    }

    /** A function that runs the code of an operation. */
    interface Target {

        OperationResult<?> call(@Nullable Object[] arguments, Call call) throws Throwable;
    }

    /** What an operation can get in addition to its arguments. */
    record Call(Actor actor, AuditRecorder audit, Progress progress) {}

    /** Reads the declaration of an annotated method. */
    static RegisteredOperation of(OperationMethod method, Json.Binding binding) {
        ArgumentBinder binder = new ArgumentBinder(method.arguments(binding));
        Operation operation = method.annotation();
        int space = operation.command().indexOf(' ');
        String noun = space < 0 ? operation.command() : operation.command().substring(0, space);
        String verb = space < 0 ? "" : operation.command().substring(space + 1);
        List<AdminRoute> routes =
                Stream.of(operation.routes()).map(RegisteredOperation::route).toList();
        Needs needs = operation.needs();
        boolean reads = operation.readOnly()
                || needs == Needs.FILES
                || verb.equals("list")
                || (!routes.isEmpty()
                        && routes.stream().allMatch(route -> route.method().equals("GET")));
        Declaration declaration = new Declaration(
                noun,
                verb,
                operation.help(),
                routes,
                binder.parameters(),
                needs != Needs.SERVER,
                needs == Needs.STORE,
                needs == Needs.FILES,
                operation.emptyMessage(),
                !reads);
        return new RegisteredOperation(binder, declaration, method::call, binding);
    }

    private static AdminRoute route(String text) {
        Matcher parts = ROUTE.matcher(text);
        if (!parts.matches()) {
            throw new InvalidOperationException("its route " + text + " is not METHOD /path or METHOD /path STATUS");
        }
        String status = parts.group(3);
        return new AdminRoute(parts.group(1), parts.group(2), status == null ? 200 : Integer.parseInt(status));
    }

    Declaration declaration() {
        return declaration;
    }

    Outcome run(Map<String, Object> arguments, Call call) {
        if (!calls.tryAcquire()) {
            throw gone(declaration);
        }
        try {
            OperationResult<?> result = target.call(binder.bind(arguments), call);
            return new Outcome(binding.convert(result.value(), Object.class), result.exitCode(), result.note());
        } catch (OperationException refused) {
            throw refused;
        } catch (Throwable defect) { // also errors: the classes of a removed bundle cannot be loaded
            throw InternalErrors.internal(
                    "The operation " + (declaration.noun() + " " + declaration.verb()).strip(), defect);
        } finally {
            calls.release();
        }
    }

    /** Rejects new calls and waits up to five seconds for running calls. */
    void close() throws InterruptedException {
        if (!calls.tryAcquire(ALL, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            calls.drainPermits();
        }
    }

    static OperationException gone(Declaration declaration) {
        return new OperationException(
                Reason.NOT_FOUND,
                "The operation " + (declaration.noun() + " " + declaration.verb()).strip()
                        + " is no longer available; its bundle was removed or is being updated. Try again in a moment.");
    }
}
