package svc.auth.storage;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [tenants]}. */
@ObjectClassDefinition(id = "svc.tenants", name = "Tenants", description = "What organizations get")
@interface TenantsConfig {

    @AttributeDefinition(
            description =
                    "The plans of organizations, each a name and its limits; a new organization gets the first (form: plan)",
            required = false)
    String[] plans() default {"standard"};

    @AttributeDefinition(
            description = "Bytes that a new account may keep where neither it nor its plan has a quota; 0 for no limit",
            min = "0",
            required = false)
    long default_quota_bytes() default 10_737_418_240L;
}
