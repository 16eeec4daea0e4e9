package svc.launcher;

import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** An extension with a transport for the addresses of one domain, whose servers never accept a message. */
final class FarTransportBundle {

    static final String DOMAIN = "down.far.test";

    private static final String NAME = "org.example.far";

    private FarTransportBundle() {}

    static JarBuilder jar() {
        return TestJars.bundle(NAME, "1.0.0")
                .header("Import-Package", "svc.api.delivery;version=\"[2.0,3)\"")
                .source(NAME + ".Far", """
                        package org.example.far;
                        public final class Far implements svc.api.delivery.MailTransport {
                            @Override public boolean accepts(String address) { return address.endsWith("@%s"); }
                        }
                        """.formatted(DOMAIN))
                .component(
                        NAME + ".Far",
                        "",
                        "<service><provide interface=\"svc.api.delivery.MailTransport\"/></service>");
    }
}
