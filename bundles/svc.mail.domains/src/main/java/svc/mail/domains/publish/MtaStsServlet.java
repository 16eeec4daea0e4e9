package svc.mail.domains.publish;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;

/** Serves the MTA-STS policy of a domain at the host {@code mta-sts} below it (RFC 8461 §3.2). */
@Component(service = Servlet.class)
@HttpRoute(path = MtaStsServlet.PATH)
public final class MtaStsServlet extends HttpServlet {

    static final String PATH = "/.well-known/mta-sts.txt";

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient HostedDomain domains;
    private final transient MtaStsPolicy policy;

    @Activate
    public MtaStsServlet(@Reference HostedDomain domains, @Reference MtaStsPolicy policy) {
        this.domains = domains;
        this.policy = policy;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        TextResponse.send(
                response, "text/plain", domains.below("mta-sts", request).map(domain -> policy.text()));
    }
}
