package svc.api.jmap;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The property holds ids of a type: itself, in a list, or as the keys of a map. There a client may write {@code #} and the
 * creation id of an object that the same request creates (RFC 8620 §3.3). An id that is put in must be the id of an object
 * that the account has, or the change is refused with {@code invalidProperties} (§5.3); what it refers to may go later.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface RefersTo {

    /** The name of the type. */
    String value();
}
