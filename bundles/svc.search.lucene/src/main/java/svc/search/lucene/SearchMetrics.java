package svc.search.lucene;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** What the search counts. */
@Component(service = MetricSource.class)
public final class SearchMeters implements MetricSource {

    private final LuceneSearch search;
    private final CatchUp catchUp;

    /** Of these. */
    @Activate
    public SearchMeters(@Reference LuceneSearch search, @Reference CatchUp catchUp) {
        this.search = search;
        this.catchUp = catchUp;
    }

    @Override
    public void tell(MetricSink sink) {
        search.tally().tell(sink);
        sink.gauge("search_behind_indexes", "Search indexes that do not hold everything yet.", catchUp.behind());
        sink.gauge("search_open_indexes", "Search indexes that are open.", search.open());
        sink.gauge("search_index_generation", "The generation of the search indexes.", search.generation());
    }
}
