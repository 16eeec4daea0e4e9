package svc.search.lucene;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.boot.BootRefusal;
import svc.api.boot.BootStep;

/** Refuses the start on indexes of a later version; sets those of an earlier one aside. */
@Component(service = Callable.class)
@BootStep(moment = BootStep.Moment.VERIFY)
public final class SearchStart implements Callable<String> {

    private final LuceneSearch search;

    /** Acts when the moment comes. */
    @Activate
    public SearchStart(@Reference LuceneSearch search) {
        this.search = search;
    }

    @Override
    public String call() {
        try {
            search.home().claim();
            return "";
        } catch (IOException e) {
            throw new BootRefusal(
                    "The search indexes in " + search.home() + " cannot be used: " + e,
                    "See that svc may read and write there.");
        }
    }
}
