package svc.maintenance;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [maintenance]}. */
@ObjectClassDefinition(
        id = "svc.maintenance",
        name = "Maintenance",
        description = "When heavy work that the server schedules itself begins")
@interface MaintenanceConfig {

    @AttributeDefinition(
            description =
                    "Time of the week in UTC at which heavy scheduled work begins: compaction of blobs and removal of"
                            + " old backups, such as Sun 02:00-05:00; empty for any time (form: window)",
            required = false)
    String window() default "";
}
