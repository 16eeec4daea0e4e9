package svc.extensions.lifecycle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceListener;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import svc.api.time.Clock;
import svc.extensions.folder.ExtensionsFolder;
import svc.extensions.folder.ExtensionsFolder.Found;
import svc.extensions.folder.FolderWatch;
import svc.extensions.framework.ComponentStates;
import svc.extensions.framework.ExtensionConfigCheck;
import svc.extensions.framework.SharedServices;
import svc.extensions.framework.Wiring;
import svc.extensions.jar.JarFacts;
import svc.extensions.status.ExtensionStatusTable;
import svc.extensions.status.RefusedJarsFile;

/**
 * Installs and removes extensions so that they match the folder: first the initial jars, then added, changed and
 * deleted jars.
 */
final class FolderSynchronizer {

    private final BundleContext context;
    private final Path directory;
    private final ExtensionsFolder folder;
    private final ExtensionThread thread;
    private final LifecycleServices services;
    private final boolean watched;
    private final ServiceListener listener;
    private final AtomicBoolean asked = new AtomicBoolean();

    /** The extensions by file name, which is also the order in which they are started. */
    private final Map<String, Extension> extensions = new TreeMap<>();

    private boolean begun;
    private @Nullable FolderWatch watch;

    FolderSynchronizer(
            BundleContext context,
            Clock clock,
            ServiceComponentRuntime runtime,
            SharedServices shared,
            ExtensionsConfig config) {
        Path home = Path.of(context.getProperty("svc.home"));
        this.context = context;
        this.directory = home.resolve("extensions");
        this.folder = new ExtensionsFolder(directory, clock);
        this.watched = config.watch();
        this.thread = new ExtensionThread(clock, this::round);
        this.listener = event -> thread.soon();
        this.services = new LifecycleServices(
                clock,
                thread,
                new Wiring(context),
                new JarCheck(context, config.allow()),
                new ExtensionConfigCheck(shared, home.resolve("svc.toml")),
                new StartedBundleCheck(context, clock, new ComponentStates(runtime), shared),
                new RefusedJarsFile(home.resolve("data")),
                new ExtensionStatusTable(clock, shared.isServer()),
                shared,
                this::all);
    }

    LifecycleServices services() {
        return services;
    }

    private Collection<Extension> all() {
        return List.copyOf(extensions.values());
    }

    /**
     * Installs the jars of the folder without starting them. Jars that were refused before come last, so that of two
     * jars with the same symbolic name the same jar is refused again.
     *
     * @return the file names
     */
    Set<String> installPresent() {
        List<Found> present = folder.present().stream()
                .sorted(Comparator.comparing(found -> services.records().names(found.fileName())))
                .toList();
        for (Found found : present) {
            arrived(found);
            all().forEach(extension -> extension.advance(false));
        }
        return present.stream().map(Found::fileName).collect(Collectors.toUnmodifiableSet());
    }

    /** Starts the installed extensions, and follows changes of the folder from now on. */
    synchronized void begin() {
        if (!begun) {
            begun = true;
            context.addServiceListener(listener);
            watch = watched ? new FolderWatch(directory, thread::now) : null;
            thread.begin();
        }
    }

    /** Requests a scan of the folder, even if it is not watched. */
    void requestScan() {
        asked.set(true);
        thread.now();
    }

    synchronized void end() throws IOException, InterruptedException {
        context.removeServiceListener(listener);
        if (watch != null) {
            watch.close();
        }
        thread.end();
    }

    private void round() {
        if (context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getState() != Bundle.ACTIVE) {
            // The server is shutting down: bundles that stop now were not stopped by the operator.
            return;
        }
        if (watched || asked.getAndSet(false)) {
            look();
        }
        all().stream()
                .sorted(Comparator.comparing(Extension::wasRefused))
                .forEach(extension -> extension.advance(true));
    }

    private void look() {
        ExtensionsFolder.News news = folder.look();
        news.gone().forEach(this::gone);
        news.arrived().forEach(this::arrived);
        if (news.unsettled()) {
            asked.set(true);
            thread.soon();
        }
    }

    /** Begins the lifecycle of a new jar, after that of the previous file of this name has ended. */
    private void arrived(Found found) {
        Extension old = extensions.get(found.fileName());
        if (old == null) {
            begin(found, Optional.empty());
        } else {
            old.retire(() -> {
                begin(found, old.lastFacts());
                left();
            });
        }
    }

    private void begin(Found found, Optional<JarFacts> before) {
        extensions.put(found.fileName(), new Extension(services, found, before));
    }

    private void gone(Path file) {
        String name = String.valueOf(file.getFileName());
        Extension old = extensions.get(name);
        if (old != null) {
            old.retire(() -> {
                extensions.remove(name);
                services.statuses().remove(name);
                services.records().forget(name);
                old.facts().filter(facts -> !isReplaced(facts)).ifPresent(facts -> Leftovers.log(context, facts));
                left();
            });
        }
    }

    /**
     * Returns whether another file of the folder contains the same bundle, as after an update under another file name.
     */
    private boolean isReplaced(JarFacts facts) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> String.valueOf(file.getFileName()).endsWith(".jar"))
                    .flatMap(file -> FolderEditor.facts(file).stream())
                    .anyMatch(other -> other.name().equals(facts.name()));
        } catch (IOException e) {
            return false;
        }
    }

    /** Repeats the check of jars that were refused because of the removed jar. */
    private void left() {
        all().forEach(Extension::reconsider);
        thread.soon();
    }
}
