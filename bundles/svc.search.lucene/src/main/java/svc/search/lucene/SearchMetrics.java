package svc.search.lucene;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** Metrics of the search. */
@Component(service = MetricSource.class)
public final class SearchMetrics implements MetricSource {

    private final LuceneSearch search;
    private final BackgroundIndexer catchUp;

    @Activate
    public SearchMetrics(@Reference LuceneSearch search, @Reference BackgroundIndexer catchUp) {
        this.search = search;
        this.catchUp = catchUp;
    }

    @Override
    public void collect(MetricSink sink) {
        search.counters().collect(sink);
        sink.gauge("search_behind_indexes", "Search indexes that are not up to date.", catchUp.pendingCount());
        sink.gauge(
                "search_open_indexes", "Open search indexes.", search.readers().open());
        sink.gauge(
                "search_open_readers",
                "Open readers of search indexes, including those used only by results.",
                search.readers().readers());
        sink.gauge("search_index_generation", "The generation of the search indexes.", search.generation());
    }
}
