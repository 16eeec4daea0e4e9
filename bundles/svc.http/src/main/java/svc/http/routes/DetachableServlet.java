package svc.http.routes;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import svc.http.config.RouteDeclaration;
import svc.http.handlers.CorrelationHandler;

/**
 * A proxy between Jetty and a bundle's servlet. A kept-alive connection of Jetty holds a reference to the servlet of
 * its last request. Because this is a reference to the proxy, it does not keep the classes of an uninstalled bundle in
 * memory.
 */
final class DetachableServlet implements Servlet {

    private final RouteDeclaration declaration;
    private volatile @Nullable Servlet servlet;
    private volatile @Nullable ServletConfig config;

    DetachableServlet(RouteDeclaration declaration, Servlet servlet) {
        this.declaration = declaration;
        this.servlet = servlet;
    }

    void detach() {
        servlet = null;
    }

    @Override
    public void init(ServletConfig given) throws ServletException {
        config = given;
        attached().init(given);
    }

    @Override
    public @Nullable ServletConfig getServletConfig() {
        return config;
    }

    @Override
    public void service(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        Servlet now = attached();
        try {
            now.service(request, response);
        } catch (Throwable e) {
            // Error is also caught, because classes of a bundle that is being stopped may be missing.
            if (RouteErrors.expected(e) || e instanceof UnavailableException) {
                throw e;
            }
            OptionalInt unavailable = RouteErrors.unavailable(declaration, e);
            if (unavailable.isPresent() && response instanceof HttpServletResponse http && !http.isCommitted()) {
                http.sendError(unavailable.getAsInt());
                return;
            }
            String method = request instanceof HttpServletRequest http ? http.getMethod() : "";
            String id = String.valueOf(request.getAttribute(CorrelationHandler.ATTRIBUTE));
            throw new ServletException(RouteErrors.logged(declaration, method, id, e));
        }
    }

    @Override
    public String getServletInfo() {
        return "";
    }

    @Override
    public void destroy() {
        attached().destroy();
    }

    private Servlet attached() {
        Servlet now = servlet;
        if (now == null) {
            throw new IllegalStateException("the route was removed");
        }
        return now;
    }
}
