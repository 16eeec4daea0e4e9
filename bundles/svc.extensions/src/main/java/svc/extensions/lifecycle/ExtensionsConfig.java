package svc.extensions.lifecycle;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [extensions]}. */
@ObjectClassDefinition(id = "svc.extensions", name = "Extensions", description = "Which extensions may run")
@interface ExtensionsConfig {

    @AttributeDefinition(
            description =
                    "The SHA-256 sums of the jars that may run; every other jar is refused. Without a sum all jars may run"
                            + " (form: sha256)",
            required = false)
    String[] allow() default {};

    @AttributeDefinition(
            description =
                    "Whether jars that are put into extensions/, changed or deleted there take effect while the server"
                            + " runs; without it only svc bundle and the next start look at the folder",
            required = false)
    boolean watch() default true;
}
