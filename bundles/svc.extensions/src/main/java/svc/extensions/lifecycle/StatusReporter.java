package svc.extensions.lifecycle;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.extensions.folder.ExtensionsFolder.Found;
import svc.extensions.jar.JarFacts;
import svc.extensions.jar.JarInspection;
import svc.extensions.status.ExtensionStatus;
import svc.extensions.status.ExtensionStatusTable;
import svc.extensions.status.RefusedJarsFile.Stage;

/**
 * Publishes the status of one file, and records a refused jar, so that the next start does not require its
 * configuration keys and does not fail because of its schema namespace.
 */
final class StatusReporter {

    private static final Duration SETTLE = Duration.ofMillis(500);
    private static final Logger LOG = LoggerFactory.getLogger(StatusReporter.class);

    private final LifecycleServices services;
    private final Found found;
    private final Optional<JarFacts> before;
    private @Nullable ExtensionStatus waits;
    private long since;

    /**
     * Creates the reporter of one file.
     *
     * @param before the facts of the previous file of this name, if any
     */
    StatusReporter(LifecycleServices services, Found found, Optional<JarFacts> before) {
        this.services = services;
        this.found = found;
        this.before = before;
    }

    /** Publishes a status immediately. The id of the bundle is negative when it is not installed. */
    void publish(Optional<JarFacts> facts, long bundle, ExtensionStatus status) {
        waits = null;
        enter(facts, bundle, status);
    }

    /** Publishes a waiting status once it has persisted for half a second. */
    void waitFor(Optional<JarFacts> facts, long bundle, ExtensionStatus status) {
        long now = services.clock().nanos();
        if (!status.equals(waits)) {
            waits = status;
            since = now;
        }
        if (now - since >= SETTLE.toNanos()) {
            enter(facts, bundle, status);
        } else {
            services.thread().soon();
        }
    }

    /** Publishes and records a refusal, and parks the namespaces of the jar and of the previous one in the store. */
    void refuse(Optional<JarFacts> facts, Stage kind, ExtensionStatus status) {
        publish(facts, -1, status);
        record(facts, kind, status);
        if (services.shared().isServer()) {
            known(facts).stream()
                    .filter(jar -> jar.namespace().isPresent())
                    .map(JarFacts::name)
                    .distinct()
                    .forEach(name -> services.thread()
                            .run(
                                    "extension-park-" + name,
                                    () -> services.shared().park(name),
                                    BundleStarter.MIGRATE,
                                    failure -> LOG.debug("{} is parked", name, failure)));
        }
    }

    /** Records a status, so that the next start does not require the jar's configuration keys. */
    void record(Optional<JarFacts> facts, Stage kind, ExtensionStatus status) {
        if (!services.shared().isServer()) {
            return;
        }
        try {
            String hash = facts.isPresent() ? facts.get().hash() : JarInspection.hash(found.file());
            Set<String> keys =
                    known(facts).stream().flatMap(jar -> jar.keys().stream()).collect(Collectors.toSet());
            services.records().keep(hash, found.fileName(), kind, status, keys);
        } catch (IOException e) {
            LOG.debug("{} cannot be read, so its refusal is not recorded", found.file(), e);
        }
    }

    /** Deletes the record of a jar that runs, so that the next start requires its configuration keys. */
    void forget() {
        if (services.shared().isServer()) {
            services.records().forget(found.fileName());
        }
    }

    private List<JarFacts> known(Optional<JarFacts> facts) {
        return Stream.of(before, facts).flatMap(Optional::stream).toList();
    }

    private void enter(Optional<JarFacts> facts, long bundle, ExtensionStatus status) {
        services.statuses()
                .enter(new ExtensionStatusTable.Entry(
                        found.file(),
                        found.stamp(),
                        facts.map(JarFacts::name).orElse(found.fileName()),
                        facts.map(jar -> jar.version().toString()).orElse(""),
                        bundle,
                        status));
    }
}
