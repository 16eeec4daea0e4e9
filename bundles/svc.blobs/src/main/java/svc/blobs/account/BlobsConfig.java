package svc.blobs.account;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration table {@code [blobs]}; {@link BlobLimits} applies it. */
@ObjectClassDefinition(id = "svc.blobs", name = "Blobs", description = "Limits of the bytes that accounts write")
@interface BlobsConfig {

    @AttributeDefinition(
            description = "Bytes of blobs that the clients of an account can write within an hour",
            min = "1000000",
            required = false)
    long bytes_per_hour() default 10_737_418_240L;

    @AttributeDefinition(
            description = "Bytes of blobs that one JMAP request can write, in all of its calls",
            min = "1000",
            required = false)
    long bytes_per_request() default 262_144_000L;

    @AttributeDefinition(
            description = "Bytes that the unreferenced blobs of an account can have in total",
            min = "1000000",
            required = false)
    long unreferenced_bytes() default 2_147_483_648L;
}
