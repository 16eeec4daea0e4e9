package svc.cap.mail.label;

import org.jspecify.annotations.Nullable;
import svc.api.jmap.query.Collation;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Filterable.By;
import svc.api.jmap.type.ServerSet;
import svc.cap.mail.capability.LabelsCapability;

/**
 * A label (V2-03). Labels are flat, belong to the account, and can be on any number of emails.
 *
 * @param name the name in Normalization Form C, without surrounding space
 * @param color the color in lower case
 */
public record Label(
        @Filterable(value = By.TEXT, condition = "name") String name,
        @Nullable String color,
        @Filterable({}) @Default("0") int sortOrder,
        @ServerSet(computed = true) @Nullable Rights myRights) {

    public static final String TYPE = LabelsCapability.TYPE;
    public static final char LETTER = 'l';

    /** The rights of the caller. */
    public record Rights(boolean mayRead, boolean mayWrite, boolean mayDelete, boolean mayShare) {}

    static Label of(String name, @Nullable String color, int sortOrder) {
        return new Label(name, color, sortOrder, null);
    }

    Label with(Rights rights) {
        return new Label(name, color, sortOrder, rights);
    }

    /** Returns the name in the form that is unique in an account. */
    String folded() {
        return Collation.UNICODE_CASEMAP.key(name);
    }
}
