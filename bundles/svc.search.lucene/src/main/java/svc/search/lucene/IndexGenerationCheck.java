package svc.search.lucene;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;

/** Stops the start if the indexes are of a later generation. Moves indexes of an earlier generation aside. */
@Component(service = Callable.class)
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class IndexGenerationCheck implements Callable<String> {

    private final LuceneSearch search;

    @Activate
    public IndexGenerationCheck(@Reference LuceneSearch search) {
        this.search = search;
    }

    @Override
    public String call() {
        try {
            search.home().check();
            return "";
        } catch (IOException e) {
            throw new StartupException(
                    "The search indexes in " + search.home() + " cannot be used: " + e,
                    "Make sure that svc can read and write there.");
        }
    }
}
