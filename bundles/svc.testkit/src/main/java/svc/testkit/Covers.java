package svc.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the rows of {@code docs/requirements.md}, or the section of an RFC ({@code RFC8620 §5.2}), that a test
 * verifies. {@code docs/conformance.md} is generated from these annotations. An unknown id fails the build.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@Repeatable(Covers.All.class)
public @interface Covers {

    /** Returns the row ids. */
    String[] value();

    /** Returns the part of the rows that the test verifies; empty when it verifies them completely. */
    String part() default "";

    /**
     * Returns the part of the rows that no test verifies yet; empty when the test verifies the rows completely or a
     * part of them.
     */
    String open() default "";

    /** The container of several annotations on one test, for rows that the test verifies to different extents. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface All {

        /** Returns the annotations. */
        Covers[] value();
    }
}
