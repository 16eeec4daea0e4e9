package svc.ratelimit.bans;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [security]}, parsed by {@link Policy}. */
@ObjectClassDefinition(id = "svc.security", name = "Security", description = "Limits of requests, and bans")
public @interface SecurityConfig {

    @AttributeDefinition(
            description =
                    "Addresses or networks (CIDR) that are never limited and never banned (form: network) (runtime)",
            required = false)
    String[] trusted_ips() default {};

    @AttributeDefinition(
            description = "Requests per minute that an address may send continuously (runtime)",
            min = "1",
            max = "10000000",
            required = false)
    int http_per_ip_baseline() default 1200;

    @AttributeDefinition(
            description =
                    "Requests that an address may send at once; limited to the value of http_per_ip_baseline (runtime)",
            min = "1",
            max = "10000000",
            required = false)
    int http_per_ip_burst() default 300;

    @AttributeDefinition(
            description = "Requests per minute that an account may send continuously (runtime)",
            min = "1",
            max = "10000000",
            required = false)
    int http_per_account_baseline() default 3000;

    @AttributeDefinition(
            description = "Requests that an account may send at once; limited to the value of http_per_account_baseline"
                    + " (runtime)",
            min = "1",
            max = "10000000",
            required = false)
    int http_per_account_burst() default 1000;

    @AttributeDefinition(
            description = "Milliseconds of processor time per minute that the JMAP requests of an account may use"
                    + " continuously; they may also use this amount at once (runtime)",
            min = "1",
            max = "10000000",
            required = false)
    int http_per_account_cpu_ms() default 30000;

    @AttributeDefinition(
            description = "Number of failed sign-ins after which an address is banned (runtime)",
            min = "2",
            max = "1000",
            required = false)
    int ban_failures() default 10;

    @AttributeDefinition(
            description = "Length in minutes of the period in which failed sign-ins are counted together (runtime)",
            min = "1",
            max = "1440",
            required = false)
    int ban_window_minutes() default 10;

    @AttributeDefinition(
            description =
                    "Length of the first ban in minutes; each further ban is twice as long, up to a day (runtime)",
            min = "1",
            max = "1440",
            required = false)
    int ban_minutes() default 15;

    @AttributeDefinition(
            description =
                    "Number of failed sign-ins to an account within an hour from networks that the account does not"
                            + " know; then only sign-ins from known networks are accepted (runtime)",
            min = "2",
            max = "100000",
            required = false)
    int account_failures_per_hour() default 30;

    @AttributeDefinition(
            description = "Days for which an account knows a network after a sign-in from this network (runtime)",
            min = "1",
            max = "365",
            required = false)
    int known_network_days() default 7;
}
