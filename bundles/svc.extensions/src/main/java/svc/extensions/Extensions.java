package svc.extensions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.ServiceListener;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import svc.api.config.Settings;
import svc.api.store.SchemaKeeper;
import svc.api.time.Clock;

/**
 * The extensions of this server. At a start it installs what the folder holds, without starting any of it, so that the
 * store sees all migrations; when the framework has come to the level of extensions it starts them, and from then on follows
 * the folder. Without a server (one command on the console) it installs, and starts what is there only when the command
 * cannot be found otherwise; then no migration runs and no verdict is recorded.
 */
@Component(service = Extensions.class, immediate = true)
public final class Extensions {

    /** Longer than the longest start. */
    private static final Duration BOOT = Duration.ofSeconds(10);

    private final BundleContext context;
    private final Clock clock;
    private final Path directory;
    private final ExtensionsFolder folder;
    private final RefusalRecords records;
    private final VerdictBook book;
    private final Slots slots;
    private final Loop loop;
    private final Premises premises;
    private final ServiceListener services;
    private final FrameworkListener levels = this::changed;
    private final Set<String> atBoot;
    private final boolean server;
    private boolean open;
    private @Nullable FolderWatch watch;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable SchemaKeeper schema;

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    private volatile @Nullable Settings settings;

    /** Installs what is there. */
    @Activate
    public Extensions(
            BundleContext context,
            @Reference Clock clock,
            @Reference ServiceComponentRuntime runtime,
            // Not called, but in force before the first extension is installed.
            @Reference CoreIsolation isolation)
            throws IOException {
        Path home = Path.of(context.getProperty("svc.home"));
        this.context = context;
        this.clock = clock;
        this.server = !"console".equals(context.getProperty("svc.mode"));
        this.book = new VerdictBook(server);
        this.directory = home.resolve("extensions");
        if (server) { // a command that only looks may not make anything
            Files.createDirectories(directory);
        }
        this.records = new RefusalRecords(home.resolve("data"));
        this.folder = new ExtensionsFolder(directory, clock);
        this.loop = new Loop(clock, this::round);
        this.services = event -> loop.soon();
        this.premises = new Premises(
                context,
                server,
                clock,
                new BoundedWork(clock, loop),
                new Wiring(context),
                new Components(runtime),
                new RouteConflicts(context),
                records,
                book,
                new SettingsStep(() -> settings, home.resolve("svc.toml")),
                this::migrate,
                this::setAside,
                this::all,
                new HashSet<>(),
                loop::soon);
        this.slots = new Slots((found, before) -> new Extension(premises, found, before), this::left);
        this.atBoot = installPresent();
    }

    /** Starts what is there, when the framework has come so far. */
    @Activate
    void open() {
        if (server) {
            context.addFrameworkListener(levels);
            begin();
        }
    }

    VerdictBook book() {
        return book;
    }

    RefusalRecords records() {
        return records;
    }

    Path directory() {
        return directory;
    }

    /** Whether verdicts come: not on the console. */
    boolean isServer() {
        return server;
    }

    /** Looks at the folder now. */
    void stir() {
        loop.now();
    }

    /** Starts what is there, for one command without a server; returns when all of it has its verdict. */
    void startForCommand() {
        if (!server) {
            follow();
            awaitVerdicts();
        }
    }

    /** Returns when every jar that was there at the start has its verdict, or has had time enough for one. */
    void awaitBoot() {
        begin();
        awaitVerdicts();
    }

    private void awaitVerdicts() {
        await(
                entries -> entries.stream()
                        .map(VerdictBook.Entry::fileName)
                        .collect(Collectors.toSet())
                        .containsAll(atBoot),
                BOOT);
    }

    /** Returns the book as soon as it is as wanted; empty when that takes too long. */
    Optional<List<VerdictBook.Entry>> await(Predicate<List<VerdictBook.Entry>> condition, Duration limit) {
        CompletableFuture<List<VerdictBook.Entry>> wanted = book.when(condition);
        Clock.Alarm alarm = clock.after(limit, () -> wanted.cancel(false));
        try {
            return Optional.of(wanted.join());
        } catch (CancellationException e) {
            return Optional.empty();
        } finally {
            alarm.cancel();
        }
    }

    @Deactivate
    void end() throws IOException, InterruptedException {
        context.removeFrameworkListener(levels);
        context.removeServiceListener(services);
        if (watch != null) {
            watch.close();
        }
        loop.end();
    }

    /** Those that were refused before come last, so that of two with one name the same one stays out. */
    private Set<String> installPresent() {
        List<ExtensionsFolder.Found> present = folder.present().stream()
                .sorted(Comparator.comparing(found -> records.names(found.fileName())))
                .toList();
        for (ExtensionsFolder.Found found : present) {
            slots.arrived(found);
            slots.all().forEach(extension -> extension.advance(false));
        }
        return present.stream().map(ExtensionsFolder.Found::fileName).collect(Collectors.toUnmodifiableSet());
    }

    private void changed(FrameworkEvent event) {
        if (event.getType() == FrameworkEvent.STARTLEVEL_CHANGED) {
            begin();
        }
    }

    /** Starts what is installed and follows the folder, once the framework has come so far. */
    private void begin() {
        int level = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION)
                .adapt(FrameworkStartLevel.class)
                .getStartLevel();
        if (level >= Installation.LEVEL) {
            follow();
        }
    }

    private synchronized void follow() {
        if (!open) {
            open = true;
            context.addServiceListener(services);
            watch = new FolderWatch(directory, loop::now);
            loop.begin();
        }
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

    private Collection<Extension> all() {
        return slots.all();
    }

    /** Without a server the migrations of all bundles run at once, and only when a command needs the store. */
    private Optional<Verdict> migrate(long bundle) {
        SchemaKeeper keeper = schema;
        if (!server) {
            return Optional.empty();
        }
        if (keeper == null) {
            throw new IllegalStateException("the store is not there");
        }
        return keeper.admit(bundle).map(objection -> Verdict.refused(objection.reason(), objection.remedy()));
    }

    private void setAside(String name) {
        SchemaKeeper keeper = schema;
        if (keeper != null) {
            keeper.setAside(name);
        }
    }
}
