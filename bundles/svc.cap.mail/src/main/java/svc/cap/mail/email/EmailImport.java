package svc.cap.mail;

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
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobSight;
import svc.api.blob.BlobStore.Stored;
import svc.api.identity.Access;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.NewObjects;
import svc.api.jmap.SetError;
import svc.api.time.Clock;

/**
 * Email/import (RFC 8621 §4.8): blobs become messages. The same bytes may come in more than once, each as a message of
 * its own, unless somebody says {@code dedupe} who uses the second version of mail.
 */
@Component(service = MethodHandler.class)
public final class ImportEmails implements MethodHandler<ImportEmails.Arguments, Map<String, @Nullable Object>> {

    private static final Set<String> MEMBERS = Set.of("blobId", "mailboxIds", "keywords", "receivedAt");
    private static final String DEDUPE = "dedupe";
    private static final Set<String> MORE_MEMBERS =
            Set.of("blobId", "mailboxIds", "keywords", "receivedAt", SecondSurface.LABELS, DEDUPE);
    private static final Duration AHEAD = Duration.ofDays(1);

    private final Incoming incoming;
    private final Arrivals arrivals;
    private final BlobSight sight;
    private final JmapLimits limits;
    private final Clock clock;

    /** Lets them in here. */
    @Activate
    public ImportEmails(
            @Reference Incoming incoming,
            @Reference Arrivals arrivals,
            @Reference BlobSight sight,
            @Reference JmapLimits limits,
            @Reference Clock clock) {
        this.incoming = incoming;
        this.arrivals = arrivals;
        this.sight = sight;
        this.limits = limits;
        this.clock = clock;
    }

    /** The arguments of the method. */
    record Arguments(
            String accountId,
            @Nullable String ifInState,
            Map<String, @Nullable Object> emails,
            @Nullable Boolean dedupe) {}

    /** Who asks, and what of the second version shows to them. */
    private record Asker(Call call, Reach reach, SecondSurface surface) {}

    @Override
    public String method() {
        return "Email/import";
    }

    @Override
    public String capability() {
        return MailCapability.URN;
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        Reach reach = call.reach(arguments.accountId(), Access.WRITE);
        Map<String, Map<String, @Nullable Object>> emails =
                NewObjects.of("emails", arguments.emails(), limits.maxObjectsInSet());
        Asker asker = new Asker(call, reach, SecondSurface.of(urn -> call.shows(reach, urn)));
        if (arguments.dedupe() != null && !asker.surface().others()) {
            throw MethodError.invalidArguments(
                    "The argument dedupe is for requests that use the second version of mail.");
        }
        Incoming.Batch batch = new Incoming.Batch();
        emails.forEach((key, given) -> {
            call.proceed();
            try {
                batch.ready().put(key, entry(asker, given));
                if (once(given, Boolean.TRUE.equals(arguments.dedupe()))) {
                    batch.once().add(key);
                }
            } catch (SetError e) {
                batch.refuse(key, e);
            }
        });
        Incoming.Place place =
                new Incoming.Place(reach, call.scope(arguments.accountId(), Access.WRITE), arguments.ifInState());
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", reach.id());
        answer.putAll(incoming.letIn(call, place, batch));
        return answer;
    }

    /** What one says of itself goes before what the call says of all. */
    private static boolean once(Map<?, ?> given, boolean all) {
        Object said = given.get(DEDUPE);
        if (said == null || said instanceof Boolean) {
            return said == null ? all : Boolean.TRUE.equals(said);
        }
        throw SetError.invalidProperty(DEDUPE, "dedupe must be true or false.");
    }

    private Email.Entry entry(Asker asker, Map<?, ?> given) {
        Call call = asker.call();
        Given.refuseOthers(
                given, asker.surface().others() ? MORE_MEMBERS : MEMBERS, "An import has no such properties.");
        once(given, false);
        Set<Long> mailboxes = Given.mailboxes(given.get("mailboxIds"), call::id);
        Set<Long> labels = Given.labels(given.get(SecondSurface.LABELS), call::id);
        Set<String> keywords = Given.keywords(given.get("keywords"));
        Instant received = given.get("receivedAt") == null ? null : Given.utc("receivedAt", given.get("receivedAt"));
        if (!(given.get("blobId") instanceof String blobId)) {
            throw SetError.invalidProperty("blobId", "Name the blob that is the message.");
        }
        Arrivals.Arrived arrived = read(call, asker.reach(), call.id(blobId));
        return new Email.Entry(
                arrived.arrival(),
                mailboxes,
                keywords,
                labels,
                received == null ? received(arrived.received().orElse(null)) : received);
    }

    private Arrivals.Arrived read(Call call, Reach reach, String blobId) {
        try {
            Stored blob = sight.find(call.caller(), reach, blobId).orElseThrow(() -> Incoming.unknownBlob(blobId));
            return arrivals.read(blob).orElseThrow(ImportEmails::noMessage);
        } catch (BlobDamaged e) {
            throw SetError.invalidProperty(
                    "blobId", "The bytes of the blob are lost or damaged, which the operator finds in the log.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SetError noMessage() {
        return new SetError("invalidEmail", "The blob is no message: it begins with neither a header field nor text.");
    }

    /** What a message says of its own arrival counts where it can be true. */
    private Instant received(@Nullable Instant said) {
        Instant now = clock.now();
        return said == null || said.isBefore(Instant.EPOCH) || said.isAfter(now.plus(AHEAD)) ? now : said;
    }
}
