package svc.cap.mail.label;

import java.text.Normalizer;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.SharedContainer;
import svc.api.jmap.CallContext;
import svc.api.jmap.SetError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query.SortComparator;
import svc.api.jmap.type.ContainerRights;
import svc.api.jmap.type.Edit;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.RecordStorage;
import svc.api.jmap.type.TransactionRules;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.mail.capability.LabelsCapability;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.capability.MailV2Capability;
import svc.cap.mail.mailbox.MailboxValidation;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.write.ContainerWatch;

/** The type {@code Label} (V2-03). */
@Component(service = ObjectType.class)
public final class LabelType implements ObjectType<Label>, TransactionRules<Label> {

    private static final String READ = "mayRead";
    private static final String DELETE = "mayDelete";
    private static final String SHARE = "mayShare";

    /** The rights that an owner can give. The emails with the label are shared with it. */
    private static final ContainerRights RIGHTS = new ContainerRights(
            List.of(READ, VisibleContainers.WRITE_LABEL, DELETE, SHARE),
            READ,
            Set.of(READ),
            Set.of(),
            SHARE,
            Set.of(LabelsCapability.URN, MailCapability.URN, MailV2Capability.URN),
            Optional.empty());

    private static final Pattern HEX = Pattern.compile("#[0-9A-Fa-f]{6}");

    private final LabelRemoval removal;
    private final ContainerWatch watch;
    private final LabelRows rows = new LabelRows();

    @Activate
    public LabelType(@Reference LabelRemoval removal, @Reference ContainerWatch watch) {
        this.removal = removal;
        this.watch = watch;
    }

    @Override
    public String capability() {
        return LabelsCapability.URN;
    }

    @Override
    public Class<Label> recordType() {
        return Label.class;
    }

    @Override
    public Set<StandardMethod> methods() {
        return EnumSet.complementOf(EnumSet.of(StandardMethod.COPY));
    }

    @Override
    public TypeDescriptor describe(TypeDescriptor derived) {
        return derived.withRights(RIGHTS);
    }

    @Override
    public int maxObjects() {
        return LabelsCapability.MAX_LABELS;
    }

    @Override
    public List<SortComparator> defaultSort() {
        return List.of(
                new SortComparator("sortOrder", true, Optional.empty(), Map.of()),
                new SortComparator("name", true, Optional.empty(), Map.of()));
    }

    @Override
    public Optional<RecordStorage<Label>> storage() {
        return Optional.of(rows);
    }

    @Override
    public void beforeCall(Scope scope, Account account) {
        removal.ensure(scope);
        watch.ensure(scope);
    }

    @Override
    public void shared(Transaction tx, long label, Set<Long> added) {
        watch.begin(tx, label);
    }

    @Override
    public Map<Long, Label> compute(Snapshot snapshot, CallContext context, Map<Long, Label> labels) {
        AccessibleAccount account = context.reach();
        boolean changing = LabelsCapability.writes(account);
        Label.Rights ofAll = new Label.Rights(true, changing, changing, account.isPersonal());
        Optional<Map<Long, SharedContainer>> shared = shared(account);
        Map<Long, Label> computed = new LinkedHashMap<>();
        labels.forEach((n, label) -> shared.map(
                        some -> Optional.ofNullable(some.get(n)).map(LabelType::rights))
                .orElse(Optional.of(ofAll))
                .ifPresent(rights -> computed.put(n, label.with(rights))));
        return computed;
    }

    /** Returns the labels that are shared with the caller; empty if the caller sees all labels. */
    private static Optional<Map<Long, SharedContainer>> shared(AccessibleAccount account) {
        return account.seesAll(LabelsCapability.URN) ? Optional.empty() : Optional.of(account.containers(Label.TYPE));
    }

    private static Label.Rights rights(SharedContainer label) {
        return new Label.Rights(
                true,
                label.rights().contains(VisibleContainers.WRITE_LABEL),
                label.rights().contains(DELETE),
                label.rights().contains(SHARE));
    }

    @Override
    public void validate(Edit<Label> edit) {
        Label label = edit.after();
        shared(edit.context().reach()).ifPresent(labels -> checkRights(edit, labels));
        if (label == null) {
            return;
        }
        String name = Normalizer.normalize(label.name(), Normalizer.Form.NFC).strip();
        if (name.isEmpty() || name.codePoints().anyMatch(MailboxValidation::isControl)) {
            edit.reject("name", "The name of a label must have a visible character and no control characters.");
        } else if (name.codePointCount(0, name.length()) > LabelsCapability.MAX_NAME_LENGTH) {
            edit.reject(
                    "name",
                    "The name of a label can have at most " + LabelsCapability.MAX_NAME_LENGTH + " characters.");
        }
        if (label.color() != null && !HEX.matcher(label.color()).matches()) {
            edit.reject("color", "The color must be null or # and six hexadecimal digits, such as #1a73e8.");
        }
        if (label.sortOrder() < 0) {
            edit.reject("sortOrder", "The sort order must be an integer from 0 to 2147483647.");
        }
        edit.setAfter(Label.of(
                name, label.color() == null ? null : label.color().toLowerCase(Locale.ROOT), label.sortOrder()));
    }

    /**
     * Rejects changes for which a user with whom single labels are shared has not the rights. Such a user cannot choose
     * names, because the errors for names in use would tell of labels that are not visible.
     */
    private static void checkRights(Edit<Label> edit, Map<Long, SharedContainer> labels) {
        Label before = edit.before();
        Label after = edit.after();
        Set<String> rights = Optional.ofNullable(labels.get(edit.n()))
                .map(SharedContainer::rights)
                .orElse(Set.of());
        if (!rights.contains(after == null ? DELETE : VisibleContainers.WRITE_LABEL)) {
            throw SetError.forbidden("You may not " + (after == null ? "destroy" : "change") + " this label.");
        } else if (after != null && before != null && !after.name().equals(before.name())) {
            throw SetError.forbidden("Only the owner may rename this label.");
        }
    }

    /** Rejects a name that another label has, also if only the case differs. */
    @Override
    public void check(Transaction tx, Edit<Label> edit) {
        Label label = edit.after();
        Optional<Long> other = label == null ? Optional.empty() : LabelRows.named(tx.sql(), label);
        if (other.isPresent() && other.get() != edit.n()) {
            throw new SetError(
                    "alreadyExists",
                    "A label with this name already exists. Names are not case-sensitive.",
                    Map.of("existingId", ObjectId.format(Label.LETTER, other.get())));
        }
    }

    @Override
    public void changed(Transaction tx, long n, @Nullable Label before, @Nullable Label after) {
        if (after == null) {
            ContainerWatch.cancel(tx.sql(), n);
            removal.remove(tx, n);
        }
    }
}
