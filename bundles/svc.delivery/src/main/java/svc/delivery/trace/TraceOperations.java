package svc.delivery.trace;

import static java.util.Objects.requireNonNullElse;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.engine.ScopeKey;
import svc.api.identity.Directory;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.PageRequest;
import svc.api.operation.Positional;
import svc.api.operation.TimeSpan;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.MailboxInfo;

/** The operation {@code svc mail trace}. */
@Component
public final class TraceOperations implements OperationGroup {

    /** The letter of the cursors. */
    private static final char CURSOR = 'x';

    private static final String TIME =
            "; 15m, 2h or 3d before now, or a time such as 2026-01-31T12:00:00Z or 2026-01-31";

    private static final String NOTHING =
            "Nothing was found. The server deletes old events ([mail.trace] days and most_events).";

    private final Store store;
    private final Directory directory;
    private final MailStore mail;
    private final StoredMailTrace trace;
    private final Clock clock;

    @Activate
    public TraceOperations(
            @Reference Store store,
            @Reference Directory directory,
            @Reference MailStore mail,
            @Reference StoredMailTrace trace,
            @Reference Clock clock) {
        this.store = store;
        this.directory = directory;
        this.mail = mail;
        this.trace = trace;
        this.clock = clock;
    }

    @Operation(
            command = "mail trace",
            help =
                    "Show when messages arrived, why they were refused, where they were filed and how they were delivered",
            routes = "GET /mail/trace",
            needs = Needs.STORE)
    public OperationResult<TraceView> trace(
            @Positional
                    @Help("the id in a reply of the server or in its log, an id in the queue, or a Message-ID")
                    @Nullable
                    String id,
            @Help("the return path; <> for notifications") @Nullable String sender,
            @Help("the address of a recipient") @Nullable String recipient,
            @Help("the earliest time" + TIME) @Nullable String since,
            @Help("the time before which it happened" + TIME) @Nullable String until,
            @Help("the id of an organization whose recipients and senders are shown; all if omitted") @Nullable
                    String tenant,
            PageRequest page) {
        TraceCriteria criteria = TraceCriteria.of(id, sender, recipient, time("since", since), time("until", until));
        int limit = page.checkedLimit();
        long cursor = page.cursorNumber(CURSOR);
        trace.flush();
        TraceSearch.Result found = new TraceSearch(store, directory, criteria, tenant).page(cursor, limit);
        List<TraceRow> rows =
                found.transactions().stream().flatMap(List::stream).toList();
        return new OperationResult<>(view(found, rows), 0, rows.isEmpty() ? NOTHING : "");
    }

    private TraceView view(TraceSearch.Result found, List<TraceRow> rows) {
        Map<Long, Map<Long, String>> mailboxes = mailboxes(rows);
        List<TraceView.Check> checks =
                found.transactions().stream().flatMap(TraceView.Check::of).toList();
        return new TraceView(
                found.transactions().stream().map(TraceView.Message::of).toList(),
                checks.isEmpty() ? null : checks,
                rows.stream()
                        .map(row -> TraceView.Event.of(row, names(row, mailboxes)))
                        .toList(),
                found.next() == 0 ? null : ObjectId.format(CURSOR, found.next()));
    }

    private @Nullable Instant time(String name, @Nullable String text) {
        if (text == null) {
            return null;
        }
        Optional<Duration> span = TimeSpan.parse(text);
        if (span.isPresent()) {
            return clock.now().minus(span.get());
        }
        try {
            return text.contains("T")
                    ? OffsetDateTime.parse(text).toInstant()
                    : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeException e) {
            String what = "must be a time span such as 15m, 2h or 3d, or a time such as 2026-01-31T12:00:00Z";
            throw new OperationException(Reason.INVALID, name + " " + what + ".", List.of(new FieldError(name, what)));
        }
    }

    /** Returns the paths of the mailboxes of the accounts in which messages were filed. */
    private Map<Long, Map<Long, String>> mailboxes(List<TraceRow> rows) {
        Map<Long, Map<Long, String>> all = new HashMap<>();
        rows.stream()
                .filter(row -> !row.mailboxes().isEmpty())
                .map(TraceRow::account)
                .distinct()
                .forEach(account -> all.put(account, mailboxes(account)));
        return all;
    }

    private Map<Long, String> mailboxes(long account) {
        return store.read(
                Scope.account(new ScopeKey(), account),
                snapshot -> mail.mailboxes(snapshot).stream()
                        .collect(Collectors.toMap(MailboxInfo::n, mailbox -> String.join("/", mailbox.path()))));
    }

    private static List<String> names(TraceRow row, Map<Long, Map<Long, String>> mailboxes) {
        Map<Long, String> names = requireNonNullElse(mailboxes.get(row.account()), Map.of());
        return row.mailboxes().stream()
                .map(n -> requireNonNullElse(names.get(n), "(deleted)"))
                .toList();
    }
}
