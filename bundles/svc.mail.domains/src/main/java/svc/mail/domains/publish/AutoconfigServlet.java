package svc.mail.domains.publish;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.Locale;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.mail.domains.publish.ClientServices.Protocol;
import svc.mail.domains.publish.ClientServices.Service;

/**
 * Serves the settings for mail programs in the format of Autoconfig (draft-ietf-mailmaint-autoconfig). They are the same
 * for all addresses of a domain, so that the response does not tell which accounts exist.
 */
@Component(service = Servlet.class)
@HttpRoute(path = {AutoconfigServlet.PATH, AutoconfigServlet.WELL_KNOWN})
public final class AutoconfigServlet extends HttpServlet {

    /** The path at the host {@code autoconfig} below a domain. */
    static final String PATH = "/mail/config-v1.1.xml";

    /** The path at the domain itself. */
    static final String WELL_KNOWN = "/.well-known/autoconfig/mail/config-v1.1.xml";

    private static final int LONGEST_NAME = 60;
    private static final int LONGEST_SHORT_NAME = 20;

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient HostedDomain domains;
    private final transient ClientServices services;

    @Activate
    public AutoconfigServlet(@Reference HostedDomain domains, @Reference ClientServices services) {
        this.domains = domains;
        this.services = services;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<String> ofHost = domains.below("autoconfig", request)
                .or(() -> request.getServletPath().equals(WELL_KNOWN) ? domains.itself(request) : Optional.empty());
        // A hosting company answers for the domains of its customers at the host of its own domain.
        Optional<String> ofAddress =
                Optional.ofNullable(request.getParameter("emailaddress")).flatMap(domains::ofAddress);
        Optional<String> domain = ofHost.map(own -> ofAddress.orElse(own));
        TextResponse.send(response, "text/xml", domain.map(name -> XmlText.of(xml -> write(xml, name))));
    }

    private void write(XmlText xml, String domain) throws XMLStreamException {
        xml.begin("clientConfig", "version", "1.1").begin("emailProvider", "id", domain);
        xml.element("domain", domain);
        xml.element("displayName", cut(domain, LONGEST_NAME));
        xml.element("displayShortName", cut(domain, LONGEST_SHORT_NAME));
        for (Service service : services.all()) {
            server(xml, service);
        }
        Optional<String> https = services.httpsUrl();
        if (https.isPresent()) {
            xml.begin("incomingServer", "type", "jmap").element("url", https.get() + "/.well-known/jmap");
            xml.element("authentication", "Basic", "system", "http");
            xml.element("username", "%EMAILADDRESS%").end();
        }
        xml.end().end();
    }

    private static String cut(String text, int length) {
        return text.length() > length ? text.substring(0, length) : text;
    }

    private static void server(XmlText xml, Service service) throws XMLStreamException {
        String kind = service.protocol() == Protocol.SMTP ? "outgoingServer" : "incomingServer";
        xml.begin(kind, "type", service.protocol().name().toLowerCase(Locale.ROOT));
        xml.element("hostname", service.host());
        xml.element("port", Integer.toString(service.port()));
        xml.element("socketType", service.implicitTls() ? "SSL" : "STARTTLS");
        xml.element("authentication", "password-cleartext");
        xml.element("username", "%EMAILADDRESS%");
        xml.end();
    }
}
