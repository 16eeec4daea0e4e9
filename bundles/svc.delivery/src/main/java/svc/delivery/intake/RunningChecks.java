package svc.delivery.intake;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.Arrival;
import svc.api.delivery.CheckResult;
import svc.api.delivery.Envelope;
import svc.api.delivery.MessageCheck;
import svc.api.delivery.MessageCheck.Check;
import svc.api.time.Clock;

/** The checks of one arriving message. Not thread-safe. */
final class RunningChecks {

    private static final Logger LOG = LoggerFactory.getLogger(RunningChecks.class);

    /** The time in which all checks must finish. */
    static final Duration LONGEST = Duration.ofSeconds(10);

    private final List<RunningCheck> checks = new ArrayList<>();

    RunningChecks(List<MessageCheck> services, Envelope envelope, Arrival arrival) {
        services.stream()
                .sorted(Comparator.comparingInt(MessageCheck::order))
                .forEach(service -> checks.add(new RunningCheck(service, envelope, arrival)));
    }

    private static final class RunningCheck {

        private final MessageCheck service;
        private @Nullable Check check;

        RunningCheck(MessageCheck service, Envelope envelope, Arrival arrival) {
            this.service = service;
            guarded(() -> check = service.begin(envelope, arrival));
        }

        /** Runs a step. If it throws, the check counts as failed and receives nothing more. */
        private void guarded(Runnable step) {
            try {
                step.run();
            } catch (RuntimeException | LinkageError e) {
                failed(e);
                close();
            }
        }

        void failed(@Nullable Throwable reason) {
            LOG.error(
                    "The message check {} failed for an arriving message",
                    service.getClass().getName(),
                    reason);
        }

        void write(byte[] bytes, int offset, int length) {
            Check open = check;
            if (open != null) {
                guarded(() -> open.write(bytes, offset, length));
            }
        }

        /** Returns the task that finishes the check. It closes the check on its own thread. */
        FutureTask<CheckResult> task() {
            Check open = check;
            check = null;
            return new FutureTask<>(() -> {
                if (open == null) {
                    return service.onFailure();
                }
                try (open) {
                    return open.finish();
                }
            });
        }

        void close() {
            Check open = check;
            check = null;
            if (open != null) {
                try {
                    open.close();
                } catch (RuntimeException | LinkageError e) {
                    failed(e);
                }
            }
        }
    }

    void write(byte[] bytes, int offset, int length) {
        checks.forEach(check -> check.write(bytes, offset, length));
    }

    /** Returns the results in the order of the checks. They finish at the same time. */
    List<CheckResult> finish(Executor threads, Clock clock) throws IOException {
        if (checks.isEmpty()) {
            return List.of();
        }
        List<FutureTask<CheckResult>> tasks =
                checks.stream().map(RunningCheck::task).toList();
        Clock.Alarm alarm = clock.schedule(LONGEST, () -> tasks.forEach(task -> task.cancel(true)));
        try {
            tasks.forEach(threads::execute);
            List<CheckResult> results = new ArrayList<>();
            for (int i = 0; i < tasks.size(); i++) {
                results.add(result(checks.get(i), tasks.get(i)));
            }
            return results;
        } finally {
            alarm.cancel();
        }
    }

    private static CheckResult result(RunningCheck check, FutureTask<CheckResult> task) throws IOException {
        try {
            return task.get();
        } catch (ExecutionException | CancellationException e) {
            check.failed(e);
            return check.service.onFailure();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The server is stopping.");
        }
    }

    /** Ends the checks of a message that is dropped. */
    void close() {
        checks.forEach(RunningCheck::close);
    }
}
