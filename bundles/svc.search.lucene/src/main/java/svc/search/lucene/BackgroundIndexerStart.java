package svc.search.lucene;

import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.LifecycleStep;

/** Starts the background indexer when the server is ready. */
@Component(service = Callable.class)
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class BackgroundIndexerStart implements Callable<String> {

    private final BackgroundIndexer catchUp;

    @Activate
    public BackgroundIndexerStart(@Reference BackgroundIndexer catchUp) {
        this.catchUp = catchUp;
    }

    @Override
    public String call() {
        catchUp.begin();
        return "";
    }
}
