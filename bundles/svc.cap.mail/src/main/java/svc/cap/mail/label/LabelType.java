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
import svc.api.identity.Account;
import svc.api.jmap.CallContext;
import svc.api.jmap.SetError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query.SortComparator;
import svc.api.jmap.type.Edit;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.RecordStorage;
import svc.api.jmap.type.TransactionRules;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.mail.capability.LabelsCapability;
import svc.cap.mail.mailbox.MailboxValidation;

/** The type {@code Label} (V2-03). */
@Component(service = ObjectType.class)
public final class LabelType implements ObjectType<Label>, TransactionRules<Label> {

    private static final Pattern HEX = Pattern.compile("#[0-9A-Fa-f]{6}");

    private final LabelRemoval removal;
    private final LabelRows rows = new LabelRows();

    @Activate
    public LabelType(@Reference LabelRemoval removal) {
        this.removal = removal;
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
    }

    @Override
    public Map<Long, Label> compute(Snapshot snapshot, CallContext context, Map<Long, Label> labels) {
        boolean changing = LabelsCapability.writes(context.reach());
        Map<Long, Label> computed = new LinkedHashMap<>();
        labels.forEach((n, label) -> computed.put(n, label.with(new Label.Rights(true, changing, changing, false))));
        return computed;
    }

    @Override
    public void validate(Edit<Label> edit) {
        Label label = edit.after();
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
        if (label.shareWith() != null) {
            edit.reject(
                    "shareWith",
                    "Labels cannot be shared one by one: they are shared with the emails that have them. Set null.");
        }
        edit.setAfter(Label.of(
                name, label.color() == null ? null : label.color().toLowerCase(Locale.ROOT), label.sortOrder()));
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
            removal.remove(tx, n);
        }
    }
}
