package svc.mail.out;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [mail.out]}, without the keys of the queue. */
@ObjectClassDefinition(id = "svc.mail.out", name = "Mail out", description = "Mail to other servers")
public @interface MailOutConfig {

    @AttributeDefinition(
            description = "Verify the servers of domains with DANE records (RFC 7672). DANE needs DNS answers with"
                    + " signatures; see [dns] dnssec",
            required = false)
    boolean dane() default true;

    @AttributeDefinition(
            description = "Verify the servers of domains with an MTA-STS policy (RFC 8461)",
            required = false)
    boolean mta_sts() default true;

    @AttributeDefinition(
            description = "Send a report about the TLS connections of a day to the domains that ask for it (RFC 8460)",
            required = false)
    boolean tls_reports() default true;

    @AttributeDefinition(
            description = "Whether the server sends mail to other servers. If false, a message to an address of another"
                    + " server is refused at submission",
            required = false)
    boolean enabled() default true;

    @AttributeDefinition(
            description = "Servers that get the mail instead of the servers of the recipients: smtp.example.net:587 for"
                    + " all domains, example.org=smtp.example.net:587 for the domain example.org",
            required = false)
    String[] smarthost() default {};

    @AttributeDefinition(
            description =
                    "File with mode 0600 that has a line with host name, user and password for each smarthost that"
                            + " needs a sign-in (form: file)",
            required = false)
    String smarthost_credentials_file() default "";

    @AttributeDefinition(
            description = "IPv4 address of this machine from which mail is sent; if empty, the system selects it",
            required = false)
    String source_ipv4() default "";

    @AttributeDefinition(
            description = "IPv6 address of this machine from which mail is sent; if empty, the system selects it",
            required = false)
    String source_ipv6() default "";

    @AttributeDefinition(
            description = "Port of other mail servers; a value other than 25 is for tests",
            min = "1",
            max = "65535",
            required = false)
    int port() default 25;

    @AttributeDefinition(
            description = "Maximum number of connections to other mail servers",
            min = "1",
            max = "1000",
            required = false)
    int max_connections() default 64;

    @AttributeDefinition(
            description = "Maximum number of connections to one other mail server",
            min = "1",
            max = "100",
            required = false)
    int max_connections_per_host() default 4;

    @AttributeDefinition(
            description = "Whether mail can be sent to private addresses and to this machine, for trials and closed"
                    + " networks. If false, a server with such an address is a mail loop",
            required = false)
    boolean allow_private() default false;
}
