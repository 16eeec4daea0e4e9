package svc.extensions.operations;

import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.LifecycleStep;
import svc.extensions.lifecycle.Extensions;

/** Starts the extensions in a console command that the server's own bundles do not offer. */
@Component(service = Callable.class)
@LifecycleStep(phase = LifecycleStep.Phase.CONSOLE)
public final class StartExtensionsStep implements Callable<String> {

    private final Extensions extensions;

    @Activate
    public StartExtensionsStep(@Reference Extensions extensions) {
        this.extensions = extensions;
    }

    @Override
    public String call() {
        extensions.startForCommand();
        return "";
    }
}
