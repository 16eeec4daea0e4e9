package svc.cap.mail.capability;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.CallContext;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Property;

/**
 * The properties, filter conditions and arguments that a call can use in addition to those of RFC 8621 (CAP-06).
 *
 * @param labels whether the call can use labels
 * @param others whether the call can use the other additions
 */
public record MailV2Features(boolean labels, boolean others) {

    public static final String LABELS = "labelIds";
    public static final String PINNED = "isPinned";
    public static final String HASH = "contentHash";

    /** The filter condition for emails with a label. */
    public static final String HAS_LABEL = "hasLabel";

    /** The filter conditions on labels. */
    public static final Set<String> LABEL_CONDITIONS = Set.of(HAS_LABEL, "notLabel");

    /** The keyword that stores {@code isPinned}. */
    public static final String PIN = "$pinned";

    /**
     * Returns the additions that a call can use. Labels are available with the second mail capability or the labels
     * capability, because a client that manages labels must be able to assign them to emails.
     *
     * @param isVisible whether the call uses a capability
     */
    public static MailV2Features of(Predicate<String> isVisible) {
        boolean second = isVisible.test(MailV2Capability.URN);
        return new MailV2Features(second || isVisible.test(LabelsCapability.URN), second);
    }

    /**
     * Returns the additions that a call can use in an account. Labels are not among them if only mailboxes, and no
     * labels, are shared with the caller.
     */
    public static MailV2Features of(CallContext context) {
        return of(context.visibility()).in(context.reach());
    }

    /** Returns those of the additions that a call can use in an account. */
    public MailV2Features in(AccessibleAccount account) {
        return account.seesAll(LabelsCapability.URN)
                        || !account.containers(LabelsCapability.TYPE).isEmpty()
                ? this
                : new MailV2Features(false, others);
    }

    /** Returns whether a property is one of the additions, and the call can set it. */
    public boolean sets(String property) {
        return property.equals(LABELS) ? labels : property.equals(PINNED) && others;
    }

    /** Returns whether a filter condition is one of the additions that the call can use. */
    public boolean requestsCondition(String condition) {
        return LABEL_CONDITIONS.contains(condition) ? labels : condition.equals(PINNED) && others;
    }

    /** Returns the additional properties of the type {@code Email}. */
    public static List<Property> properties() {
        return List.of(
                new Property(LABELS)
                        .referringTo(LabelsCapability.TYPE)
                        .withCapability(MailV2Capability.URN)
                        .withCapability(LabelsCapability.URN),
                new Property(PINNED).withCapability(MailV2Capability.URN),
                new Property(HASH, TypeDescriptor.Mutability.SERVER_SET).withCapability(MailV2Capability.URN));
    }
}
