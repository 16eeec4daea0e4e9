package svc.backup.s3;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [backup.s3]}. */
@ObjectClassDefinition(
        id = "svc.backup.s3",
        name = "Backups in S3",
        description = "The object storage for [backup] target = \"s3://BUCKET/PREFIX\"")
@interface S3Config {

    @AttributeDefinition(
            description =
                    "URL of the object storage, with http:// only in a private network. Empty: the environment variable"
                            + " AWS_ENDPOINT_URL, or Amazon S3 in the region",
            required = false)
    String endpoint() default "";

    @AttributeDefinition(
            description = "Region of the bucket. Empty: the environment variable AWS_REGION, or us-east-1",
            required = false)
    String region() default "";

    @AttributeDefinition(
            description = "Whether URLs contain the bucket in the path, and not in the host name",
            required = false)
    boolean path_style() default true;

    @AttributeDefinition(
            description =
                    "Whether the bucket must have an object lock with a default retention of at least 7 days. Without it, a"
                            + " thief of the access key can delete all backups",
            required = false)
    boolean require_lock() default true;
}
