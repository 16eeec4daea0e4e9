package svc.http.routes;

import java.io.EOFException;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.QuietException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import svc.api.store.StoreException;
import svc.http.config.RouteDeclaration;
import svc.http.handlers.CorrelationHandler;

/**
 * Classifies and logs the exceptions that a bundle throws while it responds to a request. No other class logs these
 * exceptions.
 */
final class RouteErrors {

    private static final Logger LOG = LoggerFactory.getLogger(RouteErrors.class);

    /**
     * The message of the operating system for the errors EMFILE and ENFILE. In the message of an exception, a file name
     * may precede this text.
     */
    private static final String NO_DESCRIPTOR = "Too many open files";

    private RouteErrors() {}

    /** Logs a failure with its bundle and route, and returns an exception that Jetty does not log again. */
    static QuietException.Exception logged(
            RouteDeclaration declaration, String method, String correlation, Throwable failure) {
        // An asynchronous response may end on a thread of the bundle. The MDC of this thread does not have the
        // correlation id.
        String inLog = MDC.get(CorrelationHandler.ATTRIBUTE_IN_LOG);
        MDC.put(CorrelationHandler.ATTRIBUTE_IN_LOG, correlation);
        try {
            LOG.error(
                    "Bundle {} failed to handle {} at its route {}",
                    declaration.bundle(),
                    method,
                    String.join(" ", declaration.paths()),
                    failure);
        } finally {
            if (inLog == null) {
                MDC.remove(CorrelationHandler.ATTRIBUTE_IN_LOG);
            } else {
                MDC.put(CorrelationHandler.ATTRIBUTE_IN_LOG, inLog);
            }
        }
        return new QuietException.Exception(failure);
    }

    /**
     * Returns the status for a failure of the store or the operating system, which is not a defect of the bundle, and
     * logs the failure in one line. The status is 507 (RFC 4918 §11.5) when storage is full, and 503 when a retry may
     * succeed, for example when no file descriptor was free. Returns empty for every other failure.
     */
    static OptionalInt unavailable(RouteDeclaration declaration, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException
                    && String.valueOf(cause.getMessage()).contains(NO_DESCRIPTOR)) {
                return failed(503, declaration, cause);
            }
            if (cause instanceof StoreException problem) {
                return switch (problem.kind()) {
                    case FULL -> failed(507, declaration, problem);
                    case BUSY, EXPIRED, STOPPED -> failed(503, declaration, problem);
                    default -> OptionalInt.empty();
                };
            }
        }
        return OptionalInt.empty();
    }

    private static OptionalInt failed(int status, RouteDeclaration declaration, Throwable problem) {
        LOG.warn(
                "Bundle {} cannot answer at its route {}: {}",
                declaration.bundle(),
                String.join(" ", declaration.paths()),
                problem.getMessage());
        return OptionalInt.of(status);
    }

    /**
     * Returns whether the failure is not a defect of the bundle: an intended status, a disconnected client, or a
     * failure that was already logged.
     */
    static boolean expected(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpException
                    || cause instanceof QuietException
                    || cause instanceof EOFException
                    || cause instanceof TimeoutException) {
                return true;
            }
        }
        return false;
    }
}
