package svc.http;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Stands between Jetty and a bundle's servlet. A connection keeps what it needs to serve the next request alike; without this
 * it would keep the classes of a bundle that is long gone.
 */
final class LentServlet implements Servlet {

    private volatile @Nullable Servlet servlet;
    private volatile @Nullable ServletConfig config;

    LentServlet(Servlet servlet) {
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
        lent().service(request, response);
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
