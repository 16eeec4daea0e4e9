package svc.core.engine;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [limits]}. */
@ObjectClassDefinition(id = "svc.limits", name = "Limits", description = "Limits of JMAP requests")
@interface LimitsConfig {

    @AttributeDefinition(description = "Largest upload in bytes (form: size)", min = "1")
    long max_size_upload() default 50_000_000;

    @AttributeDefinition(description = "Concurrent uploads of an account", min = "1")
    int max_concurrent_upload() default 4;

    @AttributeDefinition(description = "Largest JMAP request in bytes (form: size)", min = "1000", max = "16000000")
    int max_size_request() default 10_000_000;

    @AttributeDefinition(description = "Concurrent JMAP requests of an account", min = "1")
    int max_concurrent_requests() default 8;

    @AttributeDefinition(description = "Method calls in a JMAP request", min = "1")
    int max_calls_in_request() default 64;

    @AttributeDefinition(description = "Objects that a /get can return", min = "1")
    int max_objects_in_get() default 500;

    @AttributeDefinition(description = "Objects that a /set can create, update and destroy", min = "1")
    int max_objects_in_set() default 500;

    @AttributeDefinition(description = "Ids that a /query can return", min = "1")
    int max_query_limit() default 5000;

    @AttributeDefinition(description = "Changes that a /changes can return", min = "1")
    int max_changes() default 500;

    @AttributeDefinition(description = "Longest duration of a JMAP request in seconds", min = "1")
    int request_seconds() default 60;
}
