package svc.api.jmap;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Clients may filter and sort by the property. Each way of {@link #value} is a condition of a filter: {@link By#VALUE} is
 * {@code title}, {@link By#RANGE} is {@code titleFrom} (inclusive) and {@code titleBefore} (exclusive), {@link By#TEXT} is
 * {@code titleContains}, {@link By#ELEMENT} is {@code titleHas}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Filterable {

    /** The ways. */
    By[] value() default By.VALUE;

    /** The ways to filter. */
    enum By {
        /** The property is this value, or null. */
        VALUE,
        /** The property lies between two values: numbers, texts or times. */
        RANGE,
        /** The text contains this one, however the letters are written. */
        TEXT,
        /** The list holds this element, or the map this key. */
        ELEMENT
    }
}
