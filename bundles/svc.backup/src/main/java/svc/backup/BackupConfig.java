package svc.backup;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [backup]}. */
@ObjectClassDefinition(id = "svc.backup", name = "Backup", description = "Encrypted backups of this home")
@interface BackupConfig {

    @AttributeDefinition(
            description = "Where the repository is: the absolute path of a folder, better on another disk, or"
                    + " s3://BUCKET/PREFIX; `svc backup init` creates the repository. Empty: no backups",
            required = false)
    String target() default "";

    @AttributeDefinition(
            description = "Minutes from the beginning of a backup to the beginning of the next one",
            min = "5",
            max = "43200",
            required = false)
    int every_minutes() default 60;

    @AttributeDefinition(
            description =
                    "Whether a backup contains the key of the blobs. Without it, the 24 words do not suffice for a"
                            + " restore: keep a copy of secrets/blob.key elsewhere",
            required = false)
    boolean include_keys() default true;

    @AttributeDefinition(
            description =
                    "The recipient that `svc backup identity` shows, before `svc backup init`: the server then cannot read"
                            + " its backups; the 24 words of the identity restore them. Empty: secrets/backup.key reads"
                            + " them",
            required = false)
    String recipient() default "";
}
