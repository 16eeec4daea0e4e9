package svc.mail.domains.publish;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.HttpRoute;
import svc.api.time.Clock;
import svc.mail.domains.publish.ClientServices.Protocol;
import svc.mail.domains.publish.ClientServices.Service;

/**
 * Serves the settings for mail programs in the format of Autodiscover (Microsoft, POX). They are the same for all
 * addresses of the domains of this server, so that the response does not tell which accounts exist.
 */
@Component(service = Servlet.class)
@HttpRoute(
        path = {AutodiscoverServlet.PATH, "/Autodiscover/Autodiscover.xml"},
        maxBody = AutodiscoverServlet.LONGEST)
public final class AutodiscoverServlet extends HttpServlet {

    static final String PATH = "/autodiscover/autodiscover.xml";

    /** The maximum length of a request. */
    static final int LONGEST = 65_536;

    private static final String RESPONSE = "http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006";
    private static final String SETTINGS =
            "http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a";
    private static final int UNKNOWN_ADDRESS = 500;
    private static final int INVALID_REQUEST = 600;
    private static final int UNKNOWN_SCHEMA = 601;

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient HostedDomain domains;
    private final transient ClientServices services;
    private final transient Clock clock;

    @Activate
    public AutodiscoverServlet(
            @Reference HostedDomain domains, @Reference ClientServices services, @Reference Clock clock) {
        this.domains = domains;
        this.services = services;
        this.clock = clock;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] body = request.getInputStream().readNBytes(LONGEST + 1);
        Optional<AutodiscoverRequest> asked = body.length > LONGEST ? Optional.empty() : AutodiscoverRequest.read(body);
        String text;
        if (asked.isEmpty()) {
            text = XmlText.of(xml -> error(xml, INVALID_REQUEST, "Invalid Request"));
        } else if (!asked.get().schema().equals(SETTINGS)) {
            text = XmlText.of(xml -> error(xml, UNKNOWN_SCHEMA, "Requested schema version not supported"));
        } else if (domains.ofAddress(asked.get().address()).isEmpty()) {
            text = XmlText.of(xml -> error(xml, UNKNOWN_ADDRESS, "The email address cannot be found"));
        } else {
            text = XmlText.of(xml -> settings(xml, asked.get().address()));
        }
        TextResponse.send(response, "application/xml", text);
    }

    private void settings(XmlText xml, String address) throws XMLStreamException {
        xml.begin("Autodiscover").namespace(RESPONSE);
        xml.begin("Response").namespace(SETTINGS).begin("Account");
        xml.element("AccountType", "email").element("Action", "settings");
        Set<Protocol> written = EnumSet.noneOf(Protocol.class);
        for (Service service : services.all()) {
            if (written.add(service.protocol())) { // a client uses one service of each protocol: the best comes first
                protocol(xml, service, address);
            }
        }
        xml.end().end().end();
    }

    private static void protocol(XmlText xml, Service service, String address) throws XMLStreamException {
        xml.begin("Protocol").element("Type", service.protocol().name());
        xml.element("Server", service.host()).element("Port", Integer.toString(service.port()));
        xml.element("DomainRequired", "off").element("LoginName", address).element("SPA", "off");
        xml.element("SSL", "on").element("Encryption", service.implicitTls() ? "SSL" : "TLS");
        xml.element("AuthRequired", "on");
        if (service.protocol() == Protocol.SMTP) {
            xml.element("UsePOPAuth", "off").element("SMTPLast", "off");
        }
        xml.end();
    }

    private void error(XmlText xml, int code, String message) throws XMLStreamException {
        LocalTime now = LocalTime.ofInstant(clock.now(), ZoneOffset.UTC);
        xml.begin("Autodiscover").namespace(RESPONSE).begin("Response");
        xml.begin("Error", "Time", now.toString(), "Id", "0");
        xml.element("ErrorCode", Integer.toString(code))
                .element("Message", message)
                .element("DebugData", "");
        xml.end().end().end();
    }
}
