package svc.api.jmap.type;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The property holds ids of a type: as the value, in a list, or as the keys of a map. Instead of an id, a client may
 * write {@code #} and the creation id of an object created in the same request (RFC 8620 §3.3). A new id must be the id
 * of an object of the account, or the change is rejected with {@code invalidProperties} (§5.3). The referenced object
 * may be destroyed later.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface RefersTo {

    /** Returns the name of the type. */
    String value();
}
