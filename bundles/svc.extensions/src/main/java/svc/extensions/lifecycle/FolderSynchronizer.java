package svc.extensions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceListener;
import svc.api.time.Clock;

/** Follows the folder with the lives of its jars: what is there at first, then what comes, changes and goes. */
final class Following {

    private final BundleContext context;
    private final Path directory;
    private final RefusalRecords records;
    private final VerdictBook book;
    private final ExtensionsFolder folder;
    private final Slots slots;
    private final Loop loop;
    private final ServiceListener services;
    private boolean begun;
    private @Nullable FolderWatch watch;

    Following(
            BundleContext context,
            Clock clock,
            Path home,
            RefusalRecords records,
            VerdictBook book,
            Components components,
            Keepers keepers) {
        this.context = context;
        this.directory = home.resolve("extensions");
        this.records = records;
        this.book = book;
        this.folder = new ExtensionsFolder(directory, clock);
        this.loop = new Loop(clock, this::round);
        this.services = event -> loop.soon();
        Premises premises = new Premises(
                context,
                clock,
                new BoundedWork(clock, loop),
                new Wiring(context),
                components,
                new RouteConflicts(context),
                records,
                book,
                keepers,
                new SettingsStep(keepers, home.resolve("svc.toml")),
                this::all,
                new HashSet<>(),
                loop::soon);
        this.slots = new Slots((found, before) -> new Extension(premises, found, before), this::left);
    }

    private Collection<Extension> all() {
        return slots.all();
    }

    /**
     * Installs what is there, without starting any of it. Those that were refused before come last, so that of two with one
     * name the same one stays out.
     *
     * @return the names of the files
     */
    Set<String> installPresent() {
        List<ExtensionsFolder.Found> present = folder.present().stream()
                .sorted(Comparator.comparing(found -> records.names(found.fileName())))
                .toList();
        for (ExtensionsFolder.Found found : present) {
            slots.arrived(found);
            slots.all().forEach(extension -> extension.advance(false));
        }
        return present.stream().map(ExtensionsFolder.Found::fileName).collect(Collectors.toUnmodifiableSet());
    }

    /** Starts what is installed, and follows the folder from now on. */
    synchronized void begin() {
        if (!begun) {
            begun = true;
            context.addServiceListener(services);
            watch = new FolderWatch(directory, loop::now);
            loop.begin();
        }
    }

    /** Looks at the folder now. */
    void stir() {
        loop.now();
    }

    synchronized void end() throws IOException, InterruptedException {
        context.removeServiceListener(services);
        if (watch != null) {
            watch.close();
        }
        loop.end();
    }

    private void round() {
        if (context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getState() != Bundle.ACTIVE) {
            // The server goes down: what stops now was not stopped by hand.
            return;
        }
        ExtensionsFolder.News news = folder.look();
        news.gone().forEach(file -> slots.gone(file, facts -> removed(String.valueOf(file.getFileName()), facts)));
        news.arrived().forEach(slots::arrived);
        slots.all().forEach(extension -> extension.advance(true));
        if (news.unsettled()) {
            loop.soon();
        }
    }

    private void removed(String fileName, Optional<JarFacts> facts) {
        book.strike(fileName);
        records.forget(fileName);
        facts.ifPresent(known -> Leftovers.log(context, known));
    }

    /** What was refused because of one that is gone now gets another look. */
    private void left() {
        slots.all().forEach(Extension::reconsider);
        loop.soon();
    }
}
