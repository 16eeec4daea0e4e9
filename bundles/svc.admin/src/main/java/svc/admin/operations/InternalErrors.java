package svc.admin;

import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;

/** The one place where a defect is logged and becomes a problem that tells nothing of the inside. */
final class Defects {

    private static final Logger LOG = LoggerFactory.getLogger(Defects.class);

    private Defects() {}

    static OperationProblem internal(String what, Throwable defect) {
        String given = MDC.get("correlation");
        String correlation = given == null ? UUID.randomUUID().toString().substring(0, 8) : given;
        LOG.error("{} failed; correlation {}", what, correlation, defect);
        return new OperationProblem(
                Reason.INTERNAL,
                "The server failed inside. Look in its log for " + correlation + "; doing it again may help.");
    }
}
