package svc.extensions.lifecycle;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.extensions.jar.JarFacts;
import svc.extensions.status.Causes;
import svc.extensions.status.RefusedException;

/**
 * Applies the migrations of a resolved bundle and starts it, outside the extension thread. The result is always
 * reported on that thread.
 *
 * @param answer receives empty when the bundle has started, otherwise the refusal
 */
record BundleStarter(
        LifecycleServices services, Bundle bundle, JarFacts facts, Consumer<Optional<RefusedException>> answer) {

    /** The time limit of a start. It is shorter than the five seconds within which every jar gets its status. */
    private static final Duration START = Duration.ofSeconds(4);

    /**
     * The time limit of a migration. It is long, because migrating a large table takes time. The server continues to
     * run meanwhile.
     */
    static final Duration MIGRATE = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(BundleStarter.class);

    void begin() {
        if (facts.namespace().isEmpty()) {
            start();
            return;
        }
        run("extension-migrate-", () -> services.shared().migrate(bundle.getBundleId()), MIGRATE, failure -> {
            if (failure == null) {
                start();
            } else if (failure instanceof RefusedException refusal) {
                answer.accept(Optional.of(refusal));
            } else if (failure instanceof TimeoutException) {
                refuse("Its migrations took longer than an hour.", "Ask its author for shorter ones.");
            } else {
                refuse(
                        "Its migrations could not be applied: " + Causes.brief(failure) + ".",
                        "All their changes were rolled back; ask its author for a corrected version.");
            }
        });
    }

    private void start() {
        // The start is transient, because the folder of extensions determines which bundles run, not the cache of the
        // framework.
        run("extension-start-", () -> bundle.start(Bundle.START_TRANSIENT), START, failure -> {
            if (failure == null) {
                answer.accept(Optional.empty());
            } else if (failure instanceof TimeoutException) {
                refuse(
                        "Its start did not end; it was aborted after " + START.toSeconds() + " seconds.",
                        "Ask its author for a version whose start does not block.");
            } else {
                LOG.warn("The extension {} failed to start", facts.name(), failure);
                refuse(
                        "Its start failed: " + Causes.brief(failure) + ".",
                        "Ask its author; the log has the complete stack trace.");
            }
        });
    }

    private void run(String prefix, ExtensionThread.Work work, Duration limit, Consumer<@Nullable Throwable> then) {
        services.thread().run(prefix + facts.name(), work, limit, then);
    }

    private void refuse(String reason, String remedy) {
        answer.accept(Optional.of(new RefusedException(reason, remedy)));
    }
}
