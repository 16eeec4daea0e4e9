package svc.api.jmap;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the property is when the client leaves it out at creation, or resets it with a null. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {

    /** The value as JSON: {@code false}, {@code "normal"}, {@code []}. */
    String value();
}
