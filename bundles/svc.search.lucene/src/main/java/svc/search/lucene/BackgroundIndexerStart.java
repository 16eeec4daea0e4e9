package svc.search.lucene;

import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.boot.BootStep;

/** Begins the work in the background when the server opens. */
@Component(service = Callable.class)
@BootStep(moment = BootStep.Moment.READY)
public final class SearchReady implements Callable<String> {

    private final CatchUp catchUp;

    /** Acts when the moment comes. */
    @Activate
    public SearchReady(@Reference CatchUp catchUp) {
        this.catchUp = catchUp;
    }

    @Override
    public String call() {
        catchUp.begin();
        return "";
    }
}
