package svc.admin.rest;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [admin]}. */
@ObjectClassDefinition(id = "svc.admin", name = "admin", description = "The operator's REST interface")
public @interface AdminConfig {

    /** The bearer token. If it is empty, every request is refused. */
    @AttributeDefinition(
            type = AttributeType.PASSWORD,
            required = false,
            description = "Bearer token of /admin/v1. While it is empty, /admin/v1 answers 401 to everything.")
    String token() default "";

    /** The file with the token for {@code /metrics}. */
    @AttributeDefinition(
            required = false,
            description =
                    "File with one line and mode 0600: the token that gives access to /metrics only. After the first"
                            + " start with this token, the admin token never gives access to /metrics again. A relative"
                            + " path begins at the home.")
    String metrics_token_file() default "";
}
