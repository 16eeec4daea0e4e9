package svc.api.operation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The name of an argument in snake_case, if a parameter cannot have this name because it is a keyword of Java. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Named {

    /** The name in JSON. On the command line, its underscores are hyphens. */
    String value();
}
