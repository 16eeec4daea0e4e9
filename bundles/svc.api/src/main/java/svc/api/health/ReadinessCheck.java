package svc.api.health;

import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Checks a part of the server that can become unable to serve requests while the process runs. Register it as a
 * service: {@code /healthz/ready} answers 503 while a check returns a reason (HLTH-03).
 *
 * <p>Threading: called concurrently on the threads of the requests to {@code /healthz/ready}. The result is not cached:
 * the check must return within milliseconds and must not read anything that grows with the data.
 */
@ConsumerType
public interface ReadinessCheck {

    /**
     * Returns why the server cannot serve requests; empty if it can. The sentence is public: it must not contain paths,
     * addresses or account names.
     */
    Optional<String> unreadiness();
}
