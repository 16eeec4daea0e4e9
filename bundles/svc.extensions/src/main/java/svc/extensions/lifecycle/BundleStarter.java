package svc.extensions;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the migrations of a resolved bundle and starts it, off the loop; an answer comes back on the loop in any case. */
final class Launch {

    /** Shorter than the five seconds in which every jar gets its verdict. */
    private static final Duration START = Duration.ofSeconds(4);

    /** A large table may take its time; the server goes on meanwhile. */
    static final Duration MIGRATE = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(Launch.class);

    private final Premises premises;
    private final Bundle bundle;
    private final JarFacts facts;
    private final Consumer<Optional<Verdict>> answer;

    /**
     * Prepares.
     *
     * @param answer empty when the bundle has started, else why it must not be here
     */
    Launch(Premises premises, Bundle bundle, JarFacts facts, Consumer<Optional<Verdict>> answer) {
        this.premises = premises;
        this.bundle = bundle;
        this.facts = facts;
        this.answer = answer;
    }

    void begin() {
        if (facts.namespace().isEmpty()) {
            start();
            return;
        }
        SchemaStep step = new SchemaStep(premises.keepers(), bundle.getBundleId());
        run(
                "extension-migrate-",
                step,
                MIGRATE,
                Verdict.refused("Its migrations took longer than an hour.", "Ask its author for shorter ones."),
                failure -> {
                    if (failure != null) {
                        answer.accept(Optional.of(Verdict.refused(
                                "Its migrations could not be applied: " + Causes.brief(failure) + ".",
                                "Nothing of them stayed; ask its author for a sound version.")));
                    } else if (step.objection().isPresent()) {
                        answer.accept(step.objection());
                    } else {
                        start();
                    }
                });
    }

    private void start() {
        Verdict endless = Verdict.refused(
                "Its start does not come to an end: it was given up after " + START.toSeconds() + " seconds.",
                "Ask its author for a version whose start does not block.");
        run(
                "extension-start-",
                () -> {
                    // Transient: the folder says what runs, not the framework's cache.
                    bundle.start(Bundle.START_TRANSIENT);
                    return null;
                },
                START,
                endless,
                failure -> answer.accept(Optional.ofNullable(failure).map(this::failed)));
    }

    private Verdict failed(Throwable failure) {
        LOG.warn("The extension {} failed to start", facts.name(), failure);
        return Verdict.refused(
                "Its start failed: " + Causes.brief(failure) + ".", "Ask its author; the log has the whole trace.");
    }

    private void run(
            String prefix, Callable<?> work, Duration limit, Verdict tooLate, Consumer<@Nullable Throwable> then) {
        premises.work().run(prefix + facts.name(), work, limit, new BoundedWork.Ending() {
            @Override
            public void ended(@Nullable Throwable failure) {
                then.accept(failure);
            }

            @Override
            public void late() {
                answer.accept(Optional.of(tooLate));
            }
        });
    }
}
