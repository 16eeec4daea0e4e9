package svc.api.operation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The flag of a list argument with an irregular plural: {@code domains} becomes {@code --domain} by rule,
 * {@code aliases} needs {@code @Singular("alias")}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Singular {
    /** The flag without leading hyphens. */
    String value();
}
