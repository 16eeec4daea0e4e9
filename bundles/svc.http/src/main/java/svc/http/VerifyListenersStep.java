package svc.http;

import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.boot.BootRefusal;
import svc.api.boot.BootStep;

/** Refuses the start when the listeners are not open. */
@Component(service = Callable.class)
@BootStep(moment = BootStep.Moment.VERIFY)
public final class VerifyStep implements Callable<String> {

    private final HttpServer http;

    /** Made before the moment comes. */
    @Activate
    public VerifyStep(@Reference HttpServer http) {
        this.http = http;
    }

    @Override
    public String call() {
        http.refusal().ifPresent(VerifyStep::refuse);
        return "";
    }

    private static void refuse(BootRefusal refusal) {
        throw refusal;
    }
}
