package svc.extensions;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a jar that does not run leaves for the next start, so that it cannot stop that start. */
final class Setback {

    private static final Logger LOG = LoggerFactory.getLogger(Setback.class);

    private final Premises premises;
    private final ExtensionsFolder.Found found;
    private final Optional<JarFacts> before;

    /**
     * Prepares.
     *
     * @param before what the file of this name was before
     */
    Setback(Premises premises, ExtensionsFolder.Found found, Optional<JarFacts> before) {
        this.premises = premises;
        this.found = found;
        this.before = before;
    }

    /** It was refused: its namespace must not be that of an unknown bundle at the next start. */
    void refused(Optional<JarFacts> facts, RefusalRecords.Stage kind, Verdict verdict) {
        if (!premises.keepers().isServer()) {
            return;
        }
        record(facts, kind, verdict);
        Stream.of(before, facts)
                .flatMap(Optional::stream)
                .filter(known -> known.namespace().isPresent())
                .map(JarFacts::name)
                .distinct()
                .forEach(this::setAside);
    }

    /** The next start is to ask nothing of it. */
    void record(Optional<JarFacts> facts, RefusalRecords.Stage kind, Verdict verdict) {
        if (!premises.keepers().isServer()) {
            return;
        }
        try {
            String hash = facts.isPresent() ? facts.get().hash() : JarInspection.hash(found.file());
            Set<String> keys = Stream.of(before, facts)
                    .flatMap(Optional::stream)
                    .flatMap(known -> known.keys().stream())
                    .collect(Collectors.toSet());
            premises.records().keep(hash, found.fileName(), kind, verdict, keys);
        } catch (IOException e) {
            LOG.debug("{} cannot be read and is not remembered", found.file(), e);
        }
    }

    /** It runs: the next start may ask everything of it. */
    void overcome() {
        if (premises.keepers().isServer()) {
            premises.records().forget(found.fileName());
        }
    }

    private void setAside(String name) {
        premises.work()
                .run(
                        "extension-park-" + name,
                        () -> {
                            premises.keepers().setAside(name);
                            return null;
                        },
                        Launch.MIGRATE,
                        BoundedWork.Ending.NOTHING);
    }
}
