package svc.api.jmap.type;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The value of the property when the client omits it at creation or sets it to null. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {

    /** Returns the value as JSON: {@code false}, {@code "normal"}, {@code []}. */
    String value();
}
