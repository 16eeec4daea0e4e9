package svc.http.config;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [server]}, unchecked. {@link ServerSettings} holds the checked values. */
@ObjectClassDefinition(id = "svc.server", name = "Server", description = "Listeners, TLS and limits of HTTP")
public @interface ServerConfig {

    @AttributeDefinition(
            description =
                    "Address and port of plain HTTP (HTTP/1.1 and h2c); an IPv6 address in brackets; port 0 selects a"
                            + " free port (form: address)",
            required = false)
    String listen() default "127.0.0.1:8080";

    @AttributeDefinition(
            description =
                    "Address and port of the admin surface; if unset, the public listeners serve the admin surface"
                            + " (form: address)",
            required = false)
    String admin_bind() default "";

    @AttributeDefinition(
            description = "The URL by which clients reach this server, such as https://mail.example.org (form: url)",
            required = false)
    String public_url() default "";

    @AttributeDefinition(
            description =
                    "Addresses or networks (CIDR) of reverse proxies whose X-Forwarded fields are trusted (form: network)",
            required = false)
    String[] trusted_proxies() default {};

    @AttributeDefinition(
            description = "Origins of browser clients that may use the public routes; * for all (form: origin)",
            required = false)
    String[] cors_origins() default {"*"};

    @AttributeDefinition(
            description =
                    "Address and port of HTTPS (HTTP/1.1 and HTTP/2); if unset, TLS is off (form: address) (needs:"
                            + " tls_cert_file or tls_self_signed)",
            required = false)
    String tls_listen() default "";

    @AttributeDefinition(
            description = "Largest request header section in bytes (form: size)",
            min = "1024",
            max = "1048576",
            required = false)
    int max_header_bytes() default 16_384;

    @AttributeDefinition(
            description = "Largest request body in bytes, on routes without a limit of their own (form: size)",
            min = "1",
            max = "1099511627776",
            required = false)
    long max_body_bytes() default 16_777_216;

    @AttributeDefinition(
            description = "Seconds after which a connection without traffic is closed",
            min = "1",
            max = "86400",
            required = false)
    int idle_timeout_seconds() default 60;

    @AttributeDefinition(
            description = "Minimum rate of a request body in bytes per second; a body that lags more than five seconds"
                    + " behind is refused; 0 for no minimum",
            min = "0",
            max = "1048576",
            required = false)
    int min_bytes_per_second() default 256;

    @AttributeDefinition(
            description = "Maximum number of open connections of the public listeners",
            min = "8",
            max = "1000000",
            required = false)
    int max_connections() default 4096;

    @AttributeDefinition(
            description =
                    "Limit of open connections per network (an IPv4 address or an IPv6 /64) on the public listeners."
                            + " Trusted proxies and trusted addresses are exempt",
            min = "1",
            max = "1000000",
            required = false)
    int max_connections_per_network() default 1024;

    @AttributeDefinition(
            description = "Address and port of a listener that answers only /healthz/live and /healthz/ready and has no"
                    + " limit of connections; all other listeners also answer these paths (form: address)",
            required = false)
    String health_listen() default "";
}
