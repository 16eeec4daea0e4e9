package svc.auth.storage;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [tenants]}. */
@ObjectClassDefinition(id = "svc.tenants", name = "Tenants", description = "Plans and quotas of organizations")
@interface TenantsConfig {

    @AttributeDefinition(
            description =
                    "The plans of organizations, each with a name and its limits; a new organization gets the first"
                            + " plan (form: plan)",
            required = false)
    String[] plans() default {"standard"};

    @AttributeDefinition(
            description =
                    "Quota in bytes of a new account if neither the account nor its plan has a quota; 0 for no limit",
            min = "0",
            required = false)
    long default_quota_bytes() default 10_737_418_240L;
}
