package svc.admin.operations;

import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;

/** Logs defects and converts them to problems without internal details. */
public final class InternalErrors {

    private static final Logger LOG = LoggerFactory.getLogger(InternalErrors.class);

    private InternalErrors() {}

    public static OperationException internal(String what, Throwable defect) {
        String given = MDC.get("correlation");
        String correlation = given == null ? UUID.randomUUID().toString().substring(0, 8) : given;
        LOG.error("{} failed; correlation {}", what, correlation, defect);
        return new OperationException(
                Reason.INTERNAL,
                "An internal error occurred. The log of the server has details under " + correlation
                        + "; a new attempt may succeed.");
    }
}
