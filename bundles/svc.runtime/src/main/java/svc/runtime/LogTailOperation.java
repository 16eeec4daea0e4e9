package svc.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.LifecycleStep;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Progress;

/**
 * The operation {@code svc logs tail}: returns the latest lines of the log. With {@code --follow}, new lines are also
 * returned, until the client closes its connection or the server shuts down.
 */
@Component(
        service = {OperationGroup.class, Callable.class},
        property = "service.ranking:Integer=1000")
@LifecycleStep(phase = LifecycleStep.Phase.DRAIN)
public final class LogTailOperation implements OperationGroup, Callable<String> {

    private static final int MOST = 2_000;
    /** The interval at which the operation checks whether the client is still connected. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final BiFunction<Long, Duration, Map<String, Object>> tail;
    private volatile boolean ending;

    @Activate
    public LogTailOperation(
            @Reference(target = "(svc.launcher=logtail)") BiFunction<Long, Duration, Map<String, Object>> tail) {
        this.tail = tail;
    }

    /** Ends all calls with {@code --follow} when the server shuts down, so that they do not delay the shutdown. */
    @Override
    public String call() {
        ending = true;
        return "";
    }

    /** Ends all calls with {@code --follow}. */
    @Deactivate
    public void stop() {
        ending = true;
    }

    @Operation(
            command = "logs tail",
            help = "Print the newest lines of the log; with --follow also the following ones",
            readOnly = true,
            emptyMessage = "")
    public List<String> tail(
            @Default("20") @Help("how many of the newest lines to begin with; " + MOST + " at most") int lines,
            @Help("continue with new lines until Ctrl-C") boolean follow,
            Progress progress) {
        if (lines < 0 || lines > MOST) {
            String what = "must be between 0 and " + MOST;
            throw new OperationException(Reason.INVALID, "lines " + what + ".", List.of(new FieldError("lines", what)));
        }
        Map<String, Object> newest = tail.apply(-1L * lines, Duration.ZERO);
        if (!follow) {
            return lines == 0 ? List.of() : lines(newest);
        }
        boolean read = lines == 0 || write(newest, progress);
        // No line is lost: a line that is written while the latest lines are read has a higher number than these lines.
        for (long last = last(newest); read && !ending; ) {
            Map<String, Object> newer = tail.apply(last, PATIENCE);
            last = last(newer);
            read = write(newer, progress) && progress.tell(1, 1, "");
        }
        return List.of();
    }

    private static boolean write(Map<String, Object> found, Progress progress) {
        return lines(found).stream().allMatch(progress::write);
    }

    private static List<String> lines(Map<String, Object> found) {
        return found.get("lines") instanceof List<?> lines
                ? lines.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static long last(Map<String, Object> found) {
        return found.get("last") instanceof Number last ? last.longValue() : 0;
    }
}
