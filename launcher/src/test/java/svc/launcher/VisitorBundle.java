package svc.launcher;

import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** An extension with a route, a WebSocket, a table of its own and a configuration key. */
final class VisitorBundle {

    private VisitorBundle() {}

    /** Returns the bundle in a version; the route returns the version and the configured greeting. */
    static JarBuilder version(String version) {
        return TestJars.bundle("org.example.visitor", version)
                .header(
                        "Import-Package",
                        "jakarta.servlet;version=\"[6.0,7)\",jakarta.servlet.http;version=\"[6.0,7)\","
                                + "svc.api.http;version=\"[2.0,3)\"")
                .header("Svc-Migrations", "org.example.visitor;path=migrations;accounts=none")
                .entry("migrations/V1__visits.sql", "create table visitor_visits (n integer primary key, at integer);")
                .entry("OSGI-INF/metatype/org.example.visitor.xml", metatype())
                .source("org.example.visitor.Greeting", servlet(version))
                .source("org.example.visitor.Echo", echo())
                .component(
                        "org.example.visitor.Greeting",
                        "configuration-pid=\"svc.visitor\" configuration-policy=\"require\" init=\"1\"",
                        """
                        <service><provide interface="jakarta.servlet.Servlet"/></service>
                        <property name="svc.http.path" type="String" value="/visitor/*"/>""")
                .component("org.example.visitor.Echo", "", """
                        <service><provide interface="svc.api.http.WebSocketEndpoint"/></service>
                        <property name="svc.http.path" type="String" value="/visitor-socket"/>""");
    }

    private static String servlet(String version) {
        return """
                package org.example.visitor;
                import jakarta.servlet.http.*;
                import java.io.IOException;
                import java.util.Map;
                public final class Greeting extends HttpServlet {
                    private static final long serialVersionUID = 1L;
                    private final transient Map<String, Object> settings;
                    public Greeting(Map<String, Object> settings) { this.settings = settings; }
                    private static String virtual() {
                        try {
                            return Thread.class.getMethod("isVirtual").invoke(Thread.currentThread()).toString();
                        } catch (ReflectiveOperationException e) {
                            return "false"; // before Java 21
                        }
                    }
                    @Override protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        response.setContentType("text/plain");
                        response.setHeader("Virtual", virtual());
                        response.getWriter().print(settings.get("greeting") + " %s " + request.getProtocol());
                    }
                }
                """.formatted(version);
    }

    private static String echo() {
        return """
                package org.example.visitor;
                import java.util.Optional;
                import svc.api.http.*;
                public final class Echo implements WebSocketEndpoint {
                    public HandshakeResult open(Handshake handshake) {
                        return new Accept(Optional.empty(), 1000, new Listener() {
                            public void text(WebSocketChannel channel, String message) { channel.send("echo " + message); }
                        });
                    }
                }
                """;
    }

    private static String metatype() {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <metatype:MetaData xmlns:metatype="http://www.osgi.org/xmlns/metatype/v1.4.0">
                  <OCD id="svc.visitor" name="visitor" description="A greeting for visitors">
                    <AD id="greeting" name="greeting" type="String" required="false" default="hello" description="What visitors read"/>
                  </OCD>
                  <Designate pid="svc.visitor"><Object ocdref="svc.visitor"/></Designate>
                </metatype:MetaData>
                """;
    }
}
