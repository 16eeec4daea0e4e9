package svc.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the rows of {@code docs/requirements.md}, or the part of an RFC ({@code RFC8620 §5.2}), that a test proves.
 * {@code docs/conformance.md} is generated from it; an id that does not exist fails the build.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@Repeatable(Covers.All.class)
public @interface Covers {

    /** The row ids. */
    String[] value();

    /** Which part of the rows the test proves; empty when it proves them whole. */
    String part() default "";

    /** What of the rows no test proves yet; empty when the test proves them whole, or a part of them. */
    String open() default "";

    /** More than one on a test, where it proves rows to different extents. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface All {

        /** Each of them. */
        Covers[] value();
    }
}
