package svc.http.handlers;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.health.ReadinessCheck;

/** The registered readiness checks. Thread-safe. */
public final class ReadinessParts {

    private static final Logger LOG = LoggerFactory.getLogger(ReadinessParts.class);

    private final List<ReadinessCheck> parts = new CopyOnWriteArrayList<>();

    public void add(ReadinessCheck part) {
        parts.add(part);
    }

    public void remove(ReadinessCheck part) {
        parts.remove(part);
    }

    /** Returns one sentence for each check that fails, without characters that JSON escapes. */
    public List<String> problems() {
        return parts.stream()
                .flatMap(part -> problem(part).stream())
                .map(text -> text.replaceAll("[\"\\\\\\p{Cntrl}]", " "))
                .sorted()
                .toList();
    }

    private static Optional<String> problem(ReadinessCheck part) {
        try {
            return part.unreadiness();
        } catch (RuntimeException e) {
            LOG.debug("The readiness check {} failed", part, e);
            return Optional.of("A readiness check failed.");
        }
    }
}
