package svc.cap.mail;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import svc.api.jmap.Shape.Property;

/**
 * What shows to a call of that which messages have beyond the first version of mail (CAP-06).
 *
 * @param labels whether their labels do
 * @param others whether everything else does
 */
record SecondSurface(boolean labels, boolean others) {

    static final String LABELS = "labelIds";
    static final String PINNED = "isPinned";
    static final String HASH = "contentHash";

    /** {@code isPinned} is this keyword. */
    static final String PIN = "$pinned";

    /**
     * What shows where this says of a capability whether what it has does. Labels do with either of two: whoever manages them must
     * be able to put them on messages.
     */
    static SecondSurface of(Predicate<String> shows) {
        boolean second = shows.test(SecondMailCapability.URN);
        return new SecondSurface(second || shows.test(LabelsCapability.URN), second);
    }

    /** Whether a property shows that clients may set. */
    boolean sets(String property) {
        return property.equals(LABELS) ? labels : property.equals(PINNED) && others;
    }

    /** Whether a condition of a filter shows. */
    boolean asks(String condition) {
        return ClauseReader.LABELS.contains(condition) ? labels : condition.equals(PINNED) && others;
    }

    /** The properties as the type has them. */
    static List<Property> properties() {
        Optional<String> second = Optional.of(SecondMailCapability.URN);
        List<Property> properties = new ArrayList<>();
        properties.add(new Property(LABELS, second, Optional.of(Label.TYPE), false).alsoUnder(LabelsCapability.URN));
        properties.add(new Property(PINNED, second, Optional.empty(), false));
        properties.add(new Property(HASH, second, Optional.empty(), true));
        return properties;
    }
}
