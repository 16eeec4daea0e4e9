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
            description = "Requests a minute that an address may send for long (runtime)",
            min = "1",
            max = "10000000",
            required = false)
    int http_per_ip_baseline() default 1200;

    @AttributeDefinition(
            description = "Requests that an address may send at once; never more than its baseline (runtime)",
            min = "1",
            max = "10000000",
            required = false)
    int http_per_ip_burst() default 300;

    @AttributeDefinition(
            description = "Requests a minute that an account may send for long (runtime)",
            min = "1",
            max = "10000000",
            required = false)
    int http_per_account_baseline() default 3000;

    @AttributeDefinition(
            description = "Requests that an account may send at once; never more than its baseline (runtime)",
            min = "1",
            max = "10000000",
            required = false)
    int http_per_account_burst() default 1000;

    @AttributeDefinition(
            description =
                    "Milliseconds of processor time a minute that the JMAP requests of an account may take for long,"
                            + " and at once (runtime)",
            min = "1",
            max = "10000000",
            required = false)
    int http_per_account_cpu_ms() default 30000;

    @AttributeDefinition(
            description = "Failed sign-ins of an address after which it is banned (runtime)",
            min = "2",
            max = "1000",
            required = false)
    int ban_failures() default 10;

    @AttributeDefinition(
            description = "Minutes within which they count together (runtime)",
            min = "1",
            max = "1440",
            required = false)
    int ban_window_minutes() default 10;

    @AttributeDefinition(
            description = "Minutes of the first ban; each further one is twice as long, up to a day (runtime)",
            min = "1",
            max = "1440",
            required = false)
    int ban_minutes() default 15;

    @AttributeDefinition(
            description =
                    "Failed sign-ins to an account within an hour from networks that it does not know; then only known"
                            + " networks may sign in (runtime)",
            min = "2",
            max = "100000",
            required = false)
    int account_failures_per_hour() default 30;

    @AttributeDefinition(
            description = "Days for which an account knows a network after a sign-in from there (runtime)",
            min = "1",
            max = "365",
            required = false)
    int known_network_days() default 7;
}
