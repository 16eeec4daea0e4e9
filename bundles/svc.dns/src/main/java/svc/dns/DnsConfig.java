package svc.dns;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** The configuration table {@code [dns]}, parsed by {@link Settings}. */
@ObjectClassDefinition(id = "svc.dns", name = "DNS", description = "DNS lookups")
@interface DnsConfig {

    @AttributeDefinition(
            description =
                    "IP addresses and ports of the resolvers that answer the queries, such as 127.0.0.1:53; if empty,"
                            + " the name servers of /etc/resolv.conf (form: address)",
            required = false)
    String[] servers() default {};

    @AttributeDefinition(
            description = "DNSSEC: validate checks signatures in this server; trust believes the AD flag of the"
                    + " resolvers, so the path to them must be protected; off treats every answer as insecure",
            options = {
                @Option(label = "validate", value = "validate"),
                @Option(label = "trust", value = "trust"),
                @Option(label = "off", value = "off")
            },
            required = false)
    String dnssec() default "validate";

    @AttributeDefinition(
            description = "File with DS or DNSKEY records, one a line as in a zone file, that replace the built-in"
                    + " trust anchors of the root (form: file)",
            required = false)
    String trust_anchor() default "";

    @AttributeDefinition(
            description = "Seconds after which a lookup without an answer fails",
            min = "1",
            max = "60",
            required = false)
    int timeout_seconds() default 10;

    @AttributeDefinition(
            description = "Memory for cached answers (form: size)",
            min = "0",
            max = "1000000000",
            required = false)
    int cache_bytes() default 16_000_000;
}
