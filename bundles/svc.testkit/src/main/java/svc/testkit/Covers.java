package svc.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the rows of {@code docs/requirements.md}, or the part of an RFC ({@code RFC8620 §5.2}), that a test proves.
 * {@code docs/conformance.md} is generated from it; an id that does not exist fails the build.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Covers {

    /** The row ids. */
    String[] value();

    /** What of the rows is still open; empty when the test proves them whole. */
    String partial() default "";
}
