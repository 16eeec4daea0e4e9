package svc.runtime;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/**
 * The configuration table {@code [log]}. The launcher reads this table before any bundle runs. This declaration only
 * makes the keys of the table known.
 */
@ObjectClassDefinition(
        id = "svc.log",
        name = "log",
        description = "What is logged, and how it is written to standard error.")
@interface LogConfig {

    @AttributeDefinition(
            description = "The lowest level that is logged",
            options = {
                @Option(value = "error", label = "error"),
                @Option(value = "warn", label = "warn"),
                @Option(value = "info", label = "info"),
                @Option(value = "debug", label = "debug"),
                @Option(value = "trace", label = "trace")
            })
    String level() default "info";

    @AttributeDefinition(
            description = "Lines for people, or one JSON object per line for machines",
            options = {@Option(value = "text", label = "text"), @Option(value = "json", label = "json")})
    String format() default "text";
}
