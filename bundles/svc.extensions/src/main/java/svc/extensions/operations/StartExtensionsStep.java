package svc.extensions;

import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.boot.BootStep;

/** Without a server, somebody typed a command that only an extension may offer: the extensions start. */
@Component(service = Callable.class)
@BootStep(moment = BootStep.Moment.CONSOLE)
public final class StartForCommand implements Callable<String> {

    private final Extensions extensions;

    /** Starts nothing yet. */
    @Activate
    public StartForCommand(@Reference Extensions extensions) {
        this.extensions = extensions;
    }

    @Override
    public String call() {
        extensions.startForCommand();
        return "";
    }
}
