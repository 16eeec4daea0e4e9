package svc.http;

import java.io.EOFException;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.QuietException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** What the code of a bundle throws while it answers: the one place that logs it, so that nobody else does. */
final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private Failures() {}

    /** Logs a defect with its bundle and route, and returns it as one that Jetty keeps quiet about. */
    static QuietException.Exception logged(
            Declaration declaration, String method, String correlation, Throwable failure) {
        // A thread of the bundle's own, to which an asynchronous answer came, does not carry the id.
        String carried = MDC.get(Correlation.ATTRIBUTE_IN_LOG);
        MDC.put(Correlation.ATTRIBUTE_IN_LOG, correlation);
        try {
            LOG.error(
                    "Bundle {} failed to answer {} at its route {}",
                    declaration.bundle(),
                    method,
                    String.join(" ", declaration.paths()),
                    failure);
        } finally {
            if (carried == null) {
                MDC.remove(Correlation.ATTRIBUTE_IN_LOG);
            } else {
                MDC.put(Correlation.ATTRIBUTE_IN_LOG, carried);
            }
        }
        return new QuietException.Exception(failure);
    }

    /** Whether it is no defect of the bundle: a status meant as such, a client that is gone, or one that was logged. */
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
