package svc.http.handlers;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the response for every error for which Jetty or a servlet calls the error handler of the server. */
public final class ProblemHandler implements Request.Handler {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemHandler.class);

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        if (request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof HttpException exception) {
            status = exception.getCode();
        }
        if (HttpStatus.hasNoBody(status)) {
            callback.succeeded();
        } else {
            if (status >= 500 && CorrelationHandler.of(request).isEmpty()) {
                LOG.info(
                        "A malformed HTTP request was answered with {} as {}",
                        status,
                        CorrelationHandler.begin(request));
            }
            ProblemResponse.write(request, response, callback, status < 400 ? 500 : status);
        }
        return true;
    }
}
