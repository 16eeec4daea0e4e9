package svc.http.routes;

import jakarta.servlet.Servlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.http.config.RouteDeclaration;
import svc.http.handlers.ProblemResponse;

/** A servlet in a context of its own, so that it is mounted and removed independently of other servlets. */
public final class ServletRoute extends Route {

    private static final Logger LOG = LoggerFactory.getLogger(ServletRoute.class);

    private final DetachableServlet servlet;
    private final ServletHolder holder;
    private final ServletContextHandler context;

    public ServletRoute(RouteDeclaration declaration, Servlet servlet, Server server) {
        super(
                declaration.methods().isEmpty() ? declaration.withMethods(ServletMethods.of(servlet)) : declaration,
                "servlet");
        this.servlet = new DetachableServlet(declaration(), servlet);
        this.holder = new ServletHolder(this.servlet);
        this.context = new ServletContextHandler("/", false, false);
        holder.setAsyncSupported(true);
        holder.setInitOrder(0);
        context.getServletHandler().setDecodeAmbiguousURIs(declaration.raw());
        declaration.paths().forEach(path -> context.addServlet(holder, path));
        context.setErrorHandler(server.getErrorHandler());
        context.setServer(server);
    }

    @Override
    void start() throws Exception {
        context.start();
    }

    @Override
    void handle(Request request, Response response, Callback callback) throws Exception {
        if (!context.handle(request, response, callback)) {
            ProblemResponse.write(request, response, callback, 404);
        }
    }

    @Override
    public void end(Deadline deadline) {
        inFlight().close();
        inFlight().awaitCalls(deadline);
        stopQuietly(holder::stop);
    }

    @Override
    void stop() {
        inFlight().cutOff();
        stopQuietly(context::stop);
        servlet.detach();
    }

    private void stopQuietly(Stop stop) {
        try {
            stop.run();
        } catch (Exception | LinkageError e) {
            // The library method declares Exception, and classes of a bundle that is being stopped may be missing.
            LOG.warn(
                    "The servlet of bundle {} at {} failed in destroy",
                    declaration().bundle(),
                    declaration().paths(),
                    e);
        }
    }

    private interface Stop {
        void run() throws Exception;
    }
}
