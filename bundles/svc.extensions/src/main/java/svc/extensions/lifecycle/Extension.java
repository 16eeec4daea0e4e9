package svc.extensions.lifecycle;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import svc.extensions.folder.ExtensionsFolder.Found;
import svc.extensions.jar.JarFacts;
import svc.extensions.jar.JarInspection;
import svc.extensions.status.ExtensionStatus;
import svc.extensions.status.RefusedException;
import svc.extensions.status.RefusedJarsFile;

/**
 * The lifecycle of one jar: found, installed, started and removed. Each method may be called at any time and performs
 * the steps that are possible now. Used only on the extension thread; migrations and the code of the bundle run on
 * other threads.
 */
final class Extension {

    private final LifecycleServices services;
    private final Found found;
    private final Optional<JarFacts> before;
    private final StatusReporter statuses;
    private Stage stage = Stage.FOUND;
    private Optional<JarFacts> facts = Optional.empty();
    private @Nullable Bundle bundle;
    private @Nullable Runnable afterwards;
    private long started;
    private boolean reconsidered;
    private boolean askedHost;

    /**
     * Creates the lifecycle of a file in the folder.
     *
     * @param before the facts of the previous file of this name, if any
     */
    Extension(LifecycleServices services, Found found, Optional<JarFacts> before) {
        this.services = services;
        this.found = found;
        this.before = before;
        this.statuses = new StatusReporter(services, found, before);
    }

    /** Performs all steps that are possible now. */
    void advance(boolean mayStart) {
        try {
            if (stage == Stage.FOUND) {
                install();
            }
            if (stage == Stage.INSTALLED && mayStart && !waitsForOthers()) {
                prepare(installed(), facts.orElseThrow());
            }
            if (stage == Stage.STARTED) {
                checkStarted(installed());
            }
        } catch (RefusedException refusal) {
            refuse(refusal.verdict(), RefusedJarsFile.Stage.LOOK);
        }
    }

    /** Returns whether a jar of this file name was refused before. */
    boolean wasRefused() {
        return services.records().names(found.fileName());
    }

    /** Of two jars that exclude each other, the one that was refused before starts last, so that it is refused again. */
    private boolean waitsForOthers() {
        boolean waits = wasRefused()
                && services.all().get().stream()
                        .anyMatch(other -> other.stage == Stage.STARTING && !other.wasRefused());
        if (waits) {
            services.thread().soon();
        }
        return waits;
    }

    /** Repeats the check of a jar that was refused because of another jar. */
    void reconsider() {
        if (stage == Stage.REFUSED) {
            stage = Stage.FOUND;
        }
        reconsidered = stage == Stage.LEAVING;
    }

    /**
     * Uninstalls the bundle, then runs {@code then}. After several calls, only the {@code then} of the last call runs.
     * A bundle that is starting is uninstalled after its start has ended.
     */
    void retire(Runnable then) {
        afterwards = then;
        if (stage != Stage.STARTING && stage != Stage.LEAVING && stage != Stage.PAUSED) {
            leave(Stage.LEAVING);
        }
    }

    /** Suspends the lifecycle while packages that the bundle uses are refreshed. */
    void pause() {
        if (stage != Stage.STARTING && stage != Stage.LEAVING) {
            stage = Stage.PAUSED;
        }
    }

    /** Resumes the lifecycle after the refresh. */
    void resume() {
        if (stage == Stage.PAUSED) {
            stage = Stage.INSTALLED;
            if (afterwards != null) {
                leave(Stage.LEAVING);
            }
        }
    }

    boolean owns(Bundle some) {
        return stage != Stage.LEAVING && some.equals(bundle);
    }

    boolean isRemoving(Bundle some) {
        return stage == Stage.LEAVING && some.equals(bundle);
    }

    private boolean runs(String name) {
        return stage == Stage.STARTED && name.equals(installed().getSymbolicName());
    }

    Optional<JarFacts> facts() {
        return facts;
    }

    /** Returns the facts of this file, or those of the previous file of this name if this file could not be read. */
    Optional<JarFacts> lastFacts() {
        return facts.or(() -> before);
    }

    private void install() throws RefusedException {
        JarFacts sound = facts.isPresent() ? facts.get() : JarInspection.inspect(found.file());
        facts = Optional.of(sound);
        Optional<ExtensionStatus> earlier = services.records().lasting(sound.hash());
        if (earlier.isPresent()) {
            stage = Stage.SKIPPED;
            statuses.publish(facts, -1, earlier.get());
        } else if (services.jars()
                .mayInstall(sound, found.file(), services.all().get())) {
            bundle = services.wiring().install(found.file(), services.shared().isServer());
            stage = Stage.INSTALLED;
        }
    }

    private void prepare(Bundle fresh, JarFacts known) throws RefusedException {
        Optional<ExtensionStatus> missing = missing(fresh, known);
        if (missing.isPresent()) {
            settle(missing.get(), RefusedJarsFile.Stage.LOOK);
        } else if (known.host().isPresent()) {
            stage = Stage.STARTED;
        } else {
            stage = Stage.STARTING;
            new BundleStarter(services, fresh, known, this::started).begin();
        }
    }

    private Optional<ExtensionStatus> missing(Bundle fresh, JarFacts known) throws RefusedException {
        if (known.host().isEmpty() || fresh.getState() != Bundle.RESOLVED) {
            Optional<Bundle> host = known.host().filter(name -> !askedHost).flatMap(this::running);
            if (host.isPresent()) {
                // The host is restarted, because a host attaches fragments only while it is being resolved.
                askedHost = true;
                new BundleUninstaller(services).restart(host.get());
                return Optional.of(ExtensionStatus.waiting(
                        "It waits until " + host.get().getSymbolicName() + " has started again.", ""));
            }
            Optional<ExtensionStatus> unresolved = services.wiring().resolve(fresh);
            if (unresolved.isPresent()) {
                return unresolved;
            }
        }
        Optional<ExtensionStatus> unconfigured = services.configuration().admit(found.file());
        // The next start checks the configuration in the same way. The status is recorded so that the start does not
        // fail because of a jar that only waits.
        unconfigured.ifPresent(status -> statuses.record(facts, RefusedJarsFile.Stage.LOOK, status));
        return unconfigured;
    }

    private Optional<Bundle> running(String name) {
        return services.all().get().stream()
                .filter(other -> other.runs(name))
                .map(Extension::installed)
                .findFirst();
    }

    private void started(Optional<RefusedException> refusal) {
        if (refusal.isPresent()) {
            refuse(refusal.get().verdict(), RefusedJarsFile.Stage.RUN);
        } else if (afterwards != null) {
            leave(Stage.LEAVING);
        } else {
            stage = Stage.STARTED;
            started = services.clock().nanos();
            advance(true);
        }
    }

    private void checkStarted(Bundle running) throws RefusedException {
        if (facts.orElseThrow().host().isPresent()) {
            // A fragment is never started itself. It counts as active while it is attached to its host.
            stage = running.getState() == Bundle.RESOLVED ? stage : Stage.INSTALLED;
            statuses.publish(facts, running.getBundleId(), ExtensionStatus.ACTIVE);
        } else {
            settle(services.started().of(running, started), RefusedJarsFile.Stage.RUN);
        }
    }

    private void settle(ExtensionStatus status, RefusedJarsFile.Stage kind) {
        switch (status.state()) {
            case REFUSED -> refuse(status, kind);
            case WAITING -> statuses.waitFor(facts, installed().getBundleId(), status);
            case ACTIVE -> {
                statuses.forget();
                statuses.publish(facts, installed().getBundleId(), status);
            }
        }
    }

    private void refuse(ExtensionStatus status, RefusedJarsFile.Stage kind) {
        statuses.refuse(facts, kind, status);
        leave(kind == RefusedJarsFile.Stage.RUN ? Stage.SKIPPED : Stage.REFUSED);
    }

    private void leave(Stage end) {
        stage = Stage.LEAVING;
        reconsidered = false;
        Bundle gone = bundle;
        if (gone == null) {
            left(end);
        } else {
            services.configuration().release(found.file());
            new BundleUninstaller(services).uninstall(gone, () -> left(end));
        }
    }

    private void left(Stage end) {
        bundle = null;
        if (afterwards != null) {
            afterwards.run();
        } else if (reconsidered && end == Stage.REFUSED) {
            // The conflicting jar may have been removed while this jar was still being uninstalled.
            stage = Stage.FOUND;
            services.thread().soon();
        } else {
            stage = end;
        }
    }

    private Bundle installed() {
        return Objects.requireNonNull(bundle);
    }

    private enum Stage {
        FOUND,
        INSTALLED,
        PAUSED,
        STARTING,
        STARTED,
        LEAVING,
        REFUSED,
        SKIPPED
    }
}
