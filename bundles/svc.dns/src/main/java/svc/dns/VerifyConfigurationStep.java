package svc.dns;

import static java.util.Objects.requireNonNullElse;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import svc.api.lifecycle.LifecycleStep;

/** The start step that refuses an invalid table {@code [dns]}, because the resolver itself can only log it. */
@Component(service = Callable.class, configurationPid = "svc.dns")
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class VerifyConfigurationStep implements Callable<String> {

    private final DnsConfig config;
    private final Path home;

    @Activate
    public VerifyConfigurationStep(DnsConfig config, BundleContext context) {
        this.config = config;
        this.home = Path.of(requireNonNullElse(context.getProperty("svc.home"), "."));
    }

    @Override
    public String call() {
        Settings.of(config, home);
        return "The configuration of DNS is valid.";
    }
}
