package svc.cap.mail.email;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;
import svc.api.jmap.ValueReader;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.email.CrossAccountCopy.Accounts;
import svc.cap.mail.email.EmailInserter.Batch;
import svc.cap.mail.email.EmailInserter.Target;
import svc.cap.mail.mailbox.VisibleContainers;
import svc.cap.mail.message.MessageParser;
import svc.cap.mail.message.ParsedMessageRows;
import svc.cap.mail.write.EmailInsert;
import svc.cap.mail.write.EmailMetadata;
import svc.cap.mail.write.EmailWriter;

/**
 * {@code Email/copy} (RFC 8621 §4.7, RFC 8620 §5.4): copies emails into mailboxes of another account. The blobs are
 * copied, too, so that each account holds its own blobs.
 */
@Component(service = MethodHandler.class)
public final class EmailCopy implements MethodHandler<EmailCopy.Arguments, Map<String, @Nullable Object>> {

    private static final Set<String> MEMBERS = Set.of("id", "mailboxIds", "keywords", "receivedAt");

    private final Store store;
    private final EmailInserter inserter;
    private final CrossAccountCopy crossAccountCopy;
    private final JmapLimits limits;

    @Activate
    public EmailCopy(
            @Reference Store store,
            @Reference AccountBlobs blobs,
            @Reference EmailInserter inserter,
            @Reference MessageParser parser,
            @Reference JmapLimits limits) {
        this.store = store;
        this.inserter = inserter;
        this.crossAccountCopy = new CrossAccountCopy(blobs, parser);
        this.limits = limits;
    }

    record Arguments(
            String fromAccountId,
            @Nullable String ifFromInState,
            String accountId,
            @Nullable String ifInState,
            Map<String, @Nullable Object> create,
            @Nullable Boolean onSuccessDestroyOriginal,
            @Nullable String destroyFromIfInState) {}

    /** An email to copy. */
    private record Original(EmailMetadata placed, BlobId blob) {}

    @Override
    public String method() {
        return "Email/copy";
    }

    @Override
    public String capability() {
        return MailCapability.URN;
    }

    @Override
    public boolean supportsSharedContainers() {
        return true;
    }

    @Override
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        Accounts accounts = new Accounts(
                call, from(call, arguments.fromAccountId()), call.account(arguments.accountId(), Access.WRITE));
        if (accounts.from().account().n() == accounts.to().account().n()) {
            throw MethodError.invalidArguments("fromAccountId and accountId must differ.");
        } else if (arguments.create().size() > limits.maxObjectsInSet()) {
            throw new MethodError("requestTooLarge", "The call has too many emails to copy.");
        }
        Map<String, Long> numbers = numbers(call, arguments.create());
        Map<Long, Original> originals = store.read(
                call.scope(arguments.fromAccountId(), Access.READ),
                snapshot -> originals(accounts, arguments, numbers, snapshot));
        Batch batch = batch(accounts, arguments.create(), numbers, originals);
        Target target =
                new Target(accounts.to(), call.scope(arguments.accountId(), Access.WRITE), arguments.ifInState());
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("fromAccountId", accounts.from().id());
        answer.put("accountId", accounts.to().id());
        answer.putAll(inserter.insertAll(call, target, batch));
        if (Boolean.TRUE.equals(arguments.onSuccessDestroyOriginal())) {
            destroyOriginals(accounts, numbers, batch, arguments.destroyFromIfInState());
        }
        return answer;
    }

    private Batch batch(
            Accounts accounts,
            Map<String, @Nullable Object> create,
            Map<String, Long> numbers,
            Map<Long, Original> originals) {
        Batch batch = new Batch();
        numbers.forEach((key, n) -> {
            accounts.call().checkDeadline();
            try {
                Map<?, ?> given = (Map<?, ?>) requireNonNull(create.get(key));
                batch.ready().put(key, entry(accounts, originals.get(n), given));
            } catch (SetError e) {
                batch.refuse(key, e);
            }
        });
        return batch;
    }

    private static AccessibleAccount from(MethodCall call, String accountId) {
        try {
            return call.account(accountId, Access.READ);
        } catch (MethodError e) {
            throw switch (e.type()) {
                case "accountNotFound" -> new MethodError("fromAccountNotFound", null);
                case "accountNotSupportedByMethod" -> new MethodError("fromAccountNotSupportedByMethod", null);
                default -> e;
            };
        }
    }

    private static Map<String, Long> numbers(MethodCall call, Map<String, @Nullable Object> create) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        create.forEach((key, value) -> {
            if (!(value instanceof Map<?, ?> members) || !(members.get("id") instanceof String id)) {
                throw MethodError.invalidArguments(
                        "Each value of the argument create must be an object with the id of the original email.");
            }
            numbers.put(
                    key, ObjectId.parse(EmailType.LETTER, call.resolveId(id)).orElse(0));
        });
        return numbers;
    }

    private Map<Long, Original> originals(
            Accounts accounts, Arguments arguments, Map<String, Long> numbers, Snapshot snapshot) {
        VisibleContainers visible = VisibleContainers.of(accounts.from());
        EmailInserter.checkState(
                accounts.call(), accounts.from(), arguments.ifFromInState(), EmailInserter.state(snapshot, visible));
        Map<Long, EmailMetadata> placed =
                EmailWriter.metadata(snapshot, visible.emails(snapshot.sql(), numbers.values()));
        Map<Long, BlobId> bytes = ParsedMessageRows.blobs(snapshot.sql(), placed.keySet());
        Map<Long, Original> originals = new HashMap<>();
        bytes.forEach((n, blob) -> originals.put(n, new Original(requireNonNull(placed.get(n)), blob)));
        return originals;
    }

    private EmailInsert entry(Accounts accounts, @Nullable Original original, Map<?, ?> given) {
        if (original == null) {
            throw SetError.notFound();
        }
        EmailPropertyValidation.refuseOthers(
                given, MEMBERS, "Only mailboxIds, keywords and receivedAt of a copy can differ from the original.");
        Set<Long> mailboxes = EmailPropertyValidation.mailboxes(given.get("mailboxIds"), accounts.call()::resolveId);
        Set<String> keywords = given.get("keywords") == null
                ? original.placed().keywords()
                : EmailPropertyValidation.keywords(given.get("keywords"));
        Instant received = given.get("receivedAt") == null
                ? Instant.ofEpochSecond(original.placed().received())
                : ValueReader.PROPERTIES.utcDate("receivedAt", given.get("receivedAt"));
        SharedEmailRights.of(accounts.to()).checkCreate(mailboxes, keywords, Set.of());
        return new EmailInsert(crossAccountCopy.parse(accounts, original.blob()), mailboxes, keywords, received);
    }

    private static void destroyOriginals(
            Accounts accounts, Map<String, Long> numbers, Batch batch, @Nullable String ifInState) {
        List<String> ids = new ArrayList<>();
        batch.created()
                .keySet()
                .forEach(key -> ids.add(ObjectId.format(EmailType.LETTER, requireNonNull(numbers.get(key)))));
        Map<String, @Nullable Object> set = new LinkedHashMap<>();
        set.put("accountId", accounts.from().id());
        set.put("ifInState", ifInState);
        set.put("destroy", ids);
        accounts.call().addImplicitCall("Email/set", set);
    }
}
