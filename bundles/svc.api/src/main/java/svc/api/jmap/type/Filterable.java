package svc.api.jmap.type;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Clients may filter and sort by the property. Each element of {@link #value} defines a filter condition:
 * {@link By#VALUE} is {@code title}, {@link By#RANGE} is {@code titleFrom} (inclusive) and {@code titleBefore}
 * (exclusive), {@link By#TEXT} is {@code titleContains}, {@link By#ELEMENT} is {@code titleHas}. Without an element,
 * clients may only sort by the property.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Filterable {

    /** Returns the kinds of filter conditions. */
    By[] value() default By.VALUE;

    /** Returns the name of the condition, if it differs from the names above; only with one kind other than RANGE. */
    String condition() default "";

    /** Returns the name of the inclusive condition of a RANGE, if it differs from the name above; null matches all. */
    String from() default "";

    /** Returns the name of the exclusive condition of a RANGE, if it differs from the name above; null matches all. */
    String before() default "";

    /** The kinds of filter conditions. */
    enum By {
        /** The property equals the given value or null. */
        VALUE,
        /** The property is between two values: numbers, strings or times. */
        RANGE,
        /** The string contains the given text, ignoring case and diacritics. */
        TEXT,
        /** The list contains the element, or the map contains the key. */
        ELEMENT
    }
}
