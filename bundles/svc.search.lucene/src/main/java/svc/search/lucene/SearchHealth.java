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

/** Looks how far the search indexes are, whose they are, and what earlier versions left. */
@Component
public final class SearchHealth implements HealthCheck {

    private static final String INDEX = "search-index";
    private static final String ASIDE = "search-set-aside";

    private final LuceneSearch search;
    private final CatchUp catchUp;

    /** Looks at these. */
    @Activate
    public SearchHealth(@Reference LuceneSearch search, @Reference CatchUp catchUp) {
        this.search = search;
        this.catchUp = catchUp;
    }

    @Override
    public String family() {
        return "search";
    }

    @Override
    public List<Finding> examine() {
        try {
            return List.of(index(), aside());
        } catch (IOException | UncheckedIOException e) {
            return List.of(Finding.fail(
                    INDEX,
                    "The folder of the search indexes, " + search.home() + ", cannot be read.",
                    "See that svc may read and write there."));
        }
    }

    private Finding index() throws IOException {
        OptionalInt found = search.home().found();
        if (found.isEmpty()) {
            return Finding.skipped(INDEX, "There is no search index yet.");
        }
        if (found.getAsInt() > search.generation()) {
            return Finding.fail(
                    INDEX,
                    "The search indexes are of generation " + found.getAsInt() + ", which a later version made.",
                    "Start that version, or move " + search.home() + " away.");
        }
        int behind = catchUp.behind();
        String progress = behind == 0 && !catchUp.looking()
                ? "all that changed is in them"
                : behind + " of them are being built or follow changes, "
                        + search.tally().rows() + " changes since the start";
        return Finding.ok(INDEX, "The search indexes are of generation " + found.getAsInt() + "; " + progress + ".")
                .with(Map.of(
                        "generation", found.getAsInt(),
                        "behind", behind,
                        "followed", search.tally().rows(),
                        "damaged", search.tally().damages()));
    }

    private Finding aside() {
        List<Path> left = search.home().aside();
        if (left.isEmpty()) {
            return Finding.ok(ASIDE, "No search index of an earlier version is kept.");
        }
        long bytes = left.stream().mapToLong(Folders::size).sum();
        return Finding.ok(
                        ASIDE,
                        "Search indexes of earlier versions are kept in " + left.get(0)
                                + "; remove them when nobody goes back to that version.")
                .with(Map.of("folders", left.size(), "bytes", bytes));
    }
}
