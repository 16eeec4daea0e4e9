package svc.extensions.lifecycle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.lifecycle.LifecycleStep;
import svc.api.time.Clock;
import svc.extensions.framework.CoreResolverHook;
import svc.extensions.framework.SharedServices;
import svc.extensions.framework.Wiring;
import svc.extensions.status.ExtensionStatusTable;
import svc.extensions.status.RefusedJarsFile;

/**
 * The extensions of the server. At activation it installs the jars of the folder without starting them, so that the
 * store sees all migrations. When the framework reaches the start level of extensions, the component starts them and
 * from then on follows changes of the folder. In a console command, the component installs the jars, and starts them
 * only if no other bundle has the command. In this case no migration runs and no status is recorded.
 */
@Component(
        service = {Extensions.class, Callable.class},
        configurationPid = "svc.extensions",
        immediate = true)
@Designate(ocd = ExtensionsConfig.class)
@LifecycleStep(phase = LifecycleStep.Phase.CONSOLE)
public final class Extensions implements Callable<String> {

    /** The maximum time to wait for the initial extensions. It is longer than the time limit of a single start. */
    private static final Duration BOOT = Duration.ofSeconds(10);

    private final BundleContext context;
    private final Path directory;
    private final FolderSynchronizer following;
    private final FrameworkListener levels = this::changed;
    private final Set<String> atBoot;
    private final boolean server;

    @Activate
    public Extensions(
            BundleContext context,
            ExtensionsConfig config,
            @Reference Clock clock,
            @Reference ServiceComponentRuntime runtime,
            @Reference SharedServices shared,
            // This reference is not used, but its service must be active before the first extension is installed.
            @Reference CoreResolverHook isolation)
            throws IOException {
        this.context = context;
        this.server = shared.isServer();
        this.directory = Path.of(context.getProperty("svc.home"), "extensions");
        if (server) { // a console command must not create anything
            Files.createDirectories(directory);
        }
        this.following = new FolderSynchronizer(context, clock, runtime, shared, config);
        this.atBoot = following.installPresent();
    }

    /** Starts the installed extensions when the framework has reached their start level. */
    @Activate
    void open() {
        if (server) {
            context.addFrameworkListener(levels);
            begin();
        }
    }

    public ExtensionStatusTable statuses() {
        return following.services().statuses();
    }

    RefusedJarsFile records() {
        return following.services().records();
    }

    public Path directory() {
        return directory;
    }

    /** Returns whether a server runs and statuses are published; false in a console command. */
    boolean isServer() {
        return server;
    }

    /** Requests a scan of the folder. */
    void requestScan() {
        following.requestScan();
    }

    /** Starts the installed extensions for a console command. Returns when each of them has its status. */
    @Override
    public String call() {
        if (!server) {
            following.begin();
            awaitVerdicts();
        }
        return "";
    }

    /** Returns when every jar that was present at the start has its status, or when the time limit has passed. */
    public void awaitBoot() {
        begin();
        awaitVerdicts();
    }

    private void awaitVerdicts() {
        statuses()
                .await(
                        entries -> entries.stream()
                                .map(ExtensionStatusTable.Entry::fileName)
                                .collect(Collectors.toSet())
                                .containsAll(atBoot),
                        BOOT);
    }

    /** Changed keys take effect at the next start. Therefore no running extension is removed because of a change. */
    @Modified
    void modified() {}

    @Deactivate
    void end() throws IOException, InterruptedException {
        context.removeFrameworkListener(levels);
        following.end();
    }

    private void changed(FrameworkEvent event) {
        if (event.getType() == FrameworkEvent.STARTLEVEL_CHANGED) {
            begin();
        }
    }

    private void begin() {
        int level = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION)
                .adapt(FrameworkStartLevel.class)
                .getStartLevel();
        if (level >= Wiring.LEVEL) {
            following.begin();
        }
    }
}
