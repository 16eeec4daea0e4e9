package svc.cap.mail.email;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.CreateArgument;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;
import svc.api.jmap.ValueReader;
import svc.api.time.Clock;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.capability.MailV2Features;
import svc.cap.mail.email.EmailInserter.Batch;
import svc.cap.mail.email.EmailInserter.Target;
import svc.cap.mail.message.MessageParser;
import svc.cap.mail.message.MessageParser.Parsed;
import svc.cap.mail.write.EmailInsert;

/**
 * {@code Email/import} (RFC 8621 §4.8): creates emails from blobs. The same bytes can be imported more than once, each
 * time as a new email. With the second version of the mail capability, a client can prevent this with the argument
 * {@code dedupe}.
 */
@Component(service = MethodHandler.class)
public final class EmailImport implements MethodHandler<EmailImport.Arguments, Map<String, @Nullable Object>> {

    private static final Set<String> MEMBERS = Set.of("blobId", "mailboxIds", "keywords", "receivedAt");
    private static final String DEDUPE = "dedupe";
    private static final Set<String> MORE_MEMBERS =
            Set.of("blobId", "mailboxIds", "keywords", "receivedAt", MailV2Features.LABELS, DEDUPE);
    private static final Duration AHEAD = Duration.ofDays(1);

    private final EmailInserter inserter;
    private final MessageParser parser;
    private final BlobAccess blobAccess;
    private final JmapLimits limits;
    private final Clock clock;

    @Activate
    public EmailImport(
            @Reference EmailInserter inserter,
            @Reference MessageParser parser,
            @Reference BlobAccess blobAccess,
            @Reference JmapLimits limits,
            @Reference Clock clock) {
        this.inserter = inserter;
        this.parser = parser;
        this.blobAccess = blobAccess;
        this.limits = limits;
        this.clock = clock;
    }

    record Arguments(
            String accountId,
            @Nullable String ifInState,
            Map<String, @Nullable Object> emails,
            @Nullable Boolean dedupe) {}

    /** The call with the target account and the additions to RFC 8621 that it can use. */
    private record Request(MethodCall call, AccessibleAccount accessible, MailV2Features features) {}

    @Override
    public String method() {
        return "Email/import";
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
        AccessibleAccount accessible = call.account(arguments.accountId(), Access.WRITE);
        Map<String, Map<String, @Nullable Object>> emails =
                CreateArgument.parse("emails", arguments.emails(), limits.maxObjectsInSet());
        Request request = new Request(call, accessible, MailV2Features.of(urn -> call.isVisible(accessible, urn)));
        if (arguments.dedupe() != null && !request.features().others()) {
            throw MethodError.invalidArguments("The argument dedupe requires the mail v2 capability in using.");
        }
        Batch batch = new Batch();
        emails.forEach((key, given) -> {
            call.checkDeadline();
            try {
                batch.ready().put(key, entry(request, given));
                if (once(given, Boolean.TRUE.equals(arguments.dedupe()))) {
                    batch.once().add(key);
                }
            } catch (SetError e) {
                batch.refuse(key, e);
            }
        });
        Target target = new Target(accessible, call.scope(arguments.accountId(), Access.WRITE), arguments.ifInState());
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", accessible.id());
        answer.putAll(inserter.insertAll(call, target, batch));
        return answer;
    }

    /**
     * Returns whether a single import rejects duplicates: the value of its member {@code dedupe}, or the value of the
     * argument {@code dedupe} if the import has no such member.
     */
    private static boolean once(Map<?, ?> given, boolean all) {
        Object dedupe = given.get(DEDUPE);
        if (dedupe == null || dedupe instanceof Boolean) {
            return dedupe == null ? all : Boolean.TRUE.equals(dedupe);
        }
        throw SetError.invalidProperty(DEDUPE, "dedupe must be true or false.");
    }

    private EmailInsert entry(Request request, Map<?, ?> given) {
        MethodCall call = request.call();
        EmailPropertyValidation.refuseOthers(
                given, request.features().others() ? MORE_MEMBERS : MEMBERS, "An EmailImport has no such properties.");
        once(given, false);
        Set<Long> mailboxes = EmailPropertyValidation.mailboxes(given.get("mailboxIds"), call::resolveId);
        Set<Long> labels = EmailPropertyValidation.labels(given.get(MailV2Features.LABELS), call::resolveId);
        Set<String> keywords = EmailPropertyValidation.keywords(given.get("keywords"));
        Instant received = given.get("receivedAt") == null
                ? null
                : ValueReader.PROPERTIES.utcDate("receivedAt", given.get("receivedAt"));
        if (!(given.get("blobId") instanceof String blobId)) {
            throw SetError.invalidProperty("blobId", "blobId is required: the blob of the message.");
        }
        SharedEmailRights.of(request.accessible()).checkCreate(mailboxes, keywords, labels);
        Parsed parsed = read(call, request.accessible(), call.resolveId(blobId));
        return new EmailInsert(
                parsed.message(),
                mailboxes,
                keywords,
                labels,
                received == null ? received(parsed.received().orElse(null)) : received);
    }

    private Parsed read(MethodCall call, AccessibleAccount accessible, String blobId) {
        try {
            StoredBlob blob = blobAccess
                    .stored(call.caller(), accessible, blobId)
                    .orElseThrow(() -> EmailInserter.unknownBlob(blobId));
            return parser.readWithHeader(blob).orElseThrow(EmailImport::noMessage);
        } catch (CorruptBlobException e) {
            throw SetError.invalidProperty(
                    "blobId", "The data of the blob is missing or damaged; the log of the server has the details.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SetError noMessage() {
        return new SetError(
                "invalidEmail", "The blob is not a message: it has no header field. Add one, such as \"Subject: \".");
    }

    /** Returns the given time of a message if it is plausible, otherwise the current time. */
    private Instant received(@Nullable Instant given) {
        Instant now = clock.now();
        return given == null || given.isBefore(Instant.EPOCH) || given.isAfter(now.plus(AHEAD)) ? now : given;
    }
}
