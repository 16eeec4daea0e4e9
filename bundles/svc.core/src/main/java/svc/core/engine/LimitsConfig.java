package svc.core;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The table {@code [limits]}. */
@ObjectClassDefinition(id = "svc.limits", name = "Limits", description = "How much a client may ask for")
@interface LimitsConfig {

    @AttributeDefinition(description = "Bytes of an upload", min = "1")
    long max_size_upload() default 50_000_000;

    @AttributeDefinition(description = "Uploads of an account at once", min = "1")
    int max_concurrent_upload() default 4;

    @AttributeDefinition(description = "Bytes of a JMAP request", min = "1000", max = "16000000")
    int max_size_request() default 10_000_000;

    @AttributeDefinition(description = "JMAP requests of an account at once", min = "1")
    int max_concurrent_requests() default 8;

    @AttributeDefinition(description = "Method calls in a JMAP request", min = "1")
    int max_calls_in_request() default 64;

    @AttributeDefinition(description = "Objects that a /get answers with", min = "1")
    int max_objects_in_get() default 500;

    @AttributeDefinition(description = "Objects that a /set may create, update and destroy", min = "1")
    int max_objects_in_set() default 500;

    @AttributeDefinition(description = "Ids that a /query answers with", min = "1")
    int max_query_limit() default 5000;

    @AttributeDefinition(description = "Changes that a /changes answers with", min = "1")
    int max_changes() default 500;

    @AttributeDefinition(description = "Seconds that a JMAP request may take", min = "1")
    int request_seconds() default 60;
}
