package svc.guard;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The table {@code [security]}; {@link Policy} is what it means. */
@ObjectClassDefinition(id = "svc.security", name = "Security", description = "Limits of requests, and bans")
@interface SecurityConfig {

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
    int http_per_account_baseline() default 600;

    @AttributeDefinition(
            description = "Requests that an account may send at once; never more than its baseline (runtime)",
            min = "1",
            max = "10000000",
            required = false)
    int http_per_account_burst() default 200;

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
}
