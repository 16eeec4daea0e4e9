package svc.api.operation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The flag of an argument that is a list, where the rule gives no English word: {@code domains} is {@code --domain} by
 * itself, {@code aliases} needs {@code @Singular("alias")}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Singular {
    /** The flag without its hyphens. */
    String value();
}
