package svc.extensions.lifecycle;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [extensions]}. */
@ObjectClassDefinition(id = "svc.extensions", name = "Extensions", description = "Which extensions may run")
@interface ExtensionsConfig {

    @AttributeDefinition(
            description =
                    "The SHA-256 sums of the jars that may run; every other jar is refused. If the list is empty, all"
                            + " jars may run (form: sha256)",
            required = false)
    String[] allow() default {};

    @AttributeDefinition(
            description =
                    "Whether the running server watches extensions/ for added, changed and deleted jars. If false, such"
                            + " changes take effect only by svc bundle or at the next start",
            required = false)
    boolean watch() default true;
}
