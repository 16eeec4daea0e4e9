package svc.http;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Stands between Jetty and a bundle's servlet. A connection keeps what it needs to serve the next request alike; without this
 * it would keep the classes of a bundle that is long gone.
 */
final class LentServlet implements Servlet {

    private final Declaration declaration;
    private volatile @Nullable Servlet servlet;
    private volatile @Nullable ServletConfig config;

    LentServlet(Declaration declaration, Servlet servlet) {
        this.declaration = declaration;
        this.servlet = servlet;
    }

    void letGo() {
        servlet = null;
    }

    @Override
    public void init(ServletConfig given) throws ServletException {
        config = given;
        lent().init(given);
    }

    @Override
    public @Nullable ServletConfig getServletConfig() {
        return config;
    }

    @Override
    public void service(ServletRequest request, ServletResponse response) throws ServletException, IOException {
        Servlet now = lent();
        try {
            now.service(request, response);
        } catch (Throwable e) {
            // Also an Error: a bundle that goes may miss classes.
            if (Failures.expected(e) || e instanceof UnavailableException) {
                throw e;
            }
            String method = request instanceof HttpServletRequest http ? http.getMethod() : "";
            String id = String.valueOf(request.getAttribute(Correlation.ATTRIBUTE));
            throw new ServletException(Failures.logged(declaration, method, id, e));
        }
    }

    @Override
    public String getServletInfo() {
        return "";
    }

    @Override
    public void destroy() {
        lent().destroy();
    }

    private Servlet lent() {
        Servlet now = servlet;
        if (now == null) {
            throw new IllegalStateException("the route is gone");
        }
        return now;
    }
}
