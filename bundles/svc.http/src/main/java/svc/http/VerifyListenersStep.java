package svc.http;

import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;

/** Fails the start when the listeners are not open. */
@Component(service = Callable.class)
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class VerifyListenersStep implements Callable<String> {

    private final HttpServer http;

    @Activate
    public VerifyListenersStep(@Reference HttpServer http) {
        this.http = http;
    }

    @Override
    public String call() {
        http.refusal().ifPresent(VerifyListenersStep::fail);
        return "";
    }

    private static void fail(StartupException refusal) {
        throw refusal;
    }
}
