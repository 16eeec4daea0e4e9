package svc.http;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Answers for every error that Jetty, or a servlet by {@code sendError} or by what it throws, leaves to the server. */
final class ProblemHandler implements Request.Handler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        if (request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof HttpException exception) {
            status = exception.getCode();
        }
        if (HttpStatus.hasNoBody(status)) {
            callback.succeeded();
        } else {
            Problem.write(request, response, callback, status < 400 ? 500 : status);
        }
        return true;
    }
}
