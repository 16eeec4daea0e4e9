package svc.http;

import jakarta.servlet.Servlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A servlet in a context of its own: it comes and goes without touching another one's, and nothing of it stays behind.
 */
final class ServletRoute implements Route {

    private static final Logger LOG = LoggerFactory.getLogger(ServletRoute.class);

    private final Declaration declaration;
    private final InFlight inFlight = new InFlight();
    private final LentServlet servlet;
    private final ServletHolder holder;
    private final ServletContextHandler context;

    ServletRoute(Declaration declaration, Servlet servlet, Server server) {
        this.declaration = declaration.methods().isEmpty() ? declaration.withMethods(Methods.of(servlet)) : declaration;
        this.servlet = new LentServlet(this.declaration, servlet);
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
    public Declaration declaration() {
        return declaration;
    }

    @Override
    public String kind() {
        return "servlet";
    }

    @Override
    public InFlight inFlight() {
        return inFlight;
    }

    @Override
    public void start() throws Exception {
        context.start();
    }

    @Override
    public void handle(Request request, Response response, Callback callback) throws Exception {
        if (!context.handle(request, response, callback)) {
            Problem.write(request, response, callback, 404);
        }
    }

    @Override
    public void end(Deadline deadline) {
        inFlight.close();
        inFlight.awaitCalls(deadline);
        stopQuietly(holder::stop);
    }

    @Override
    public void stop() {
        inFlight.cutOff();
        stopQuietly(context::stop);
        servlet.letGo();
    }

    private void stopQuietly(Stop stop) {
        try {
            stop.run();
        } catch (Exception | LinkageError e) {
            // The library's method declares no less, and the classes of a bundle that goes may be gone.
            LOG.warn(
                    "The servlet of bundle {} at {} failed while it ended",
                    declaration.bundle(),
                    declaration.paths(),
                    e);
        }
    }

    private interface Stop {
        void run() throws Exception;
    }
}
