package svc.net;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [net]}, unchecked. {@link NetSettings} holds the checked values. */
@ObjectClassDefinition(
        id = "svc.net",
        name = "Connections",
        description = "Connections of mail clients and mail servers (SMTP, IMAP and similar protocols)")
public @interface NetConfig {

    @AttributeDefinition(
            description =
                    "Addresses or networks (CIDR) of proxies that begin each connection with a header of the PROXY"
                            + " protocol, version 2; connections from them without this header are closed (form: network)",
            required = false)
    String[] proxies() default {};

    @AttributeDefinition(
            description = "Maximum number of open connections of all protocols other than HTTP",
            min = "8",
            max = "1000000",
            required = false)
    int max_connections() default 10_000;

    @AttributeDefinition(
            description =
                    "Limit of open connections of one protocol per network (an IPv4 address or an IPv6 /64). Trusted"
                            + " addresses are exempt",
            min = "1",
            max = "1000000",
            required = false)
    int max_connections_per_network() default 20;
}
