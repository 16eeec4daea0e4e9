package svc.http.handlers;

import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The outermost handler. It sets and clears the correlation id of the log lines of a request, and writes the access log
 * at level debug.
 */
public final class CorrelationHandler extends Handler.Wrapper {

    public static final String ATTRIBUTE = "svc.correlation";
    public static final String ATTRIBUTE_IN_LOG = "correlation";
    private static final Logger LOG = LoggerFactory.getLogger(CorrelationHandler.class);

    public CorrelationHandler(Handler next) {
        super(next);
    }

    /** Returns the correlation id of a request; empty for a request that Jetty rejected before any handler ran. */
    public static String of(Request request) {
        return request.getAttribute(ATTRIBUTE) instanceof String id ? id : "";
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String id = begin(request);
        if (LOG.isDebugEnabled()) {
            Request.addCompletionListener(request, failure -> log(request, response, id));
        }
        MDC.put(ATTRIBUTE_IN_LOG, id);
        try {
            return super.handle(request, response, callback);
        } finally {
            MDC.remove(ATTRIBUTE_IN_LOG);
        }
    }

    /** Assigns a new correlation id to a request. */
    static String begin(Request request) {
        String id = Long.toString(ThreadLocalRandom.current().nextLong() >>> 4, Character.MAX_RADIX);
        request.setAttribute(ATTRIBUTE, id);
        return id;
    }

    private static void log(Request request, Response response, String id) {
        MDC.put(ATTRIBUTE_IN_LOG, id);
        try {
            long micros = (System.nanoTime() - request.getBeginNanoTime()) / 1_000;
            LOG.debug(
                    "{} {} {} {} {} µs from {}",
                    request.getMethod(),
                    Redaction.of(request.getHttpURI().getPathQuery()),
                    request.getConnectionMetaData().getProtocol(),
                    response.getStatus(),
                    micros,
                    Request.getRemoteAddr(request));
        } finally {
            MDC.remove(ATTRIBUTE_IN_LOG);
        }
    }
}
