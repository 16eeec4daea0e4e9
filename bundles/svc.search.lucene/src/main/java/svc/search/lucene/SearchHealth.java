package svc.search.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.search.lucene.index.DirectoryTrees;

/**
 * Health checks and metrics of the search indexes. The checks cover their generation and progress, and indexes of
 * earlier versions that were moved aside.
 */
@Component
public final class SearchHealth implements HealthCheck, MetricSource {

    private static final String INDEX = "search-index";
    private static final String ASIDE = "search-set-aside";

    private final LuceneSearch search;
    private final BackgroundIndexer catchUp;

    @Activate
    public SearchHealth(@Reference LuceneSearch search, @Reference BackgroundIndexer catchUp) {
        this.search = search;
        this.catchUp = catchUp;
    }

    @Override
    public String family() {
        return "search";
    }

    @Override
    public List<String> checks() {
        return List.of(INDEX, ASIDE);
    }

    @Override
    public List<Finding> run() {
        try {
            return List.of(index(), aside());
        } catch (IOException | UncheckedIOException e) {
            return List.of(Finding.fail(
                    INDEX,
                    "The folder of the search indexes, " + search.home() + ", cannot be read.",
                    "Make sure that svc can read and write there."));
        }
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

    private Finding index() throws IOException {
        OptionalInt found = search.home().found();
        if (found.isEmpty()) {
            return Finding.skipped(INDEX, "There is no search index yet.");
        }
        if (found.getAsInt() > search.generation()) {
            return Finding.fail(
                    INDEX,
                    "The search indexes are of generation " + found.getAsInt() + ", written by a later version.",
                    "Start that version, or move " + search.home() + " away.");
        }
        int pending = catchUp.pendingCount();
        String progress = pending == 0 && !catchUp.isScanning()
                ? "they are up to date"
                : pending + " of them are being built or updated, "
                        + search.counters().rows() + " changes since the start";
        return Finding.ok(INDEX, "The search indexes are of generation " + found.getAsInt() + "; " + progress + ".")
                .with(Map.of(
                        "generation", found.getAsInt(),
                        "behind", pending,
                        "followed", search.counters().rows(),
                        "damaged", search.counters().damages()));
    }

    private Finding aside() {
        List<Path> left = search.home().aside();
        if (left.isEmpty()) {
            return Finding.ok(ASIDE, "There are no search indexes of an earlier version or database.");
        }
        long bytes = left.stream().mapToLong(DirectoryTrees::size).sum();
        return Finding.ok(
                        ASIDE,
                        "Search indexes of an earlier version or database remain in " + left.get(0)
                                + "; delete them if you do not return to it.")
                .with(Map.of("folders", left.size(), "bytes", bytes));
    }
}
