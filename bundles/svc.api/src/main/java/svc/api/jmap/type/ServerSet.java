package svc.api.jmap.type;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Only the server sets the property. A client may send its current value in an update. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface ServerSet {

    /** Returns whether {@link ObjectType#compute} computes the property at each read; it is then not stored. */
    boolean computed() default false;
}
