package svc.auth;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The table {@code [tenants]}. */
@ObjectClassDefinition(id = "svc.tenants", name = "Tenants", description = "What organizations get")
@interface TenantsConfig {

    @AttributeDefinition(
            description =
                    "The plans of organizations, each a name and its limits; a new organization gets the first (form: plan)",
            required = false)
    String[] plans() default {"standard"};
}
