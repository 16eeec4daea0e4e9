package svc.api.jmap.type;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The property holds a blob id, or a list of blob ids. It may be a component of a nested record. A client must be able
 * to see a blob that it refers to, or the change is rejected with {@code invalidProperties}. The account keeps the blob,
 * and its size counts towards the quota, until no object refers to it. {@code Blob/lookup} returns the objects.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface BlobRef {}
