package svc.cap.submission;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobSight;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs;
import svc.api.identity.Access;
import svc.api.identity.Directory;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Store;
import svc.api.store.Writing;
import svc.api.time.Clock;
import svc.cap.mail.api.MailStore;

/** {@code Email/send}: messages go out in one step, and wait for a moment in which they can be taken back. */
@Component(service = MethodHandler.class)
public final class SendEmails implements MethodHandler<SendEmails.Arguments, Map<String, @Nullable Object>> {

    private static final Set<String> MEMBERS =
            Set.of("emailId", "blobId", "identityId", "envelope", "sendAt", "undoSeconds");

    /** RFC 8620 §1.2. */
    private static final Pattern CREATION_ID = Pattern.compile("[A-Za-z0-9_-]{1,255}");

    private static final int LONGEST_UNDO = 3_600;

    private final Store store;
    private final Blobs blobs;
    private final BlobSight sight;
    private final MailStore mail;
    private final Dispatch dispatch;
    private final Directory directory;
    private final JmapLimits limits;
    private final Clock clock;

    /** Sends by this. */
    @Activate
    public SendEmails(
            @Reference Store store,
            @Reference Blobs blobs,
            @Reference BlobSight sight,
            @Reference MailStore mail,
            @Reference Dispatch dispatch,
            @Reference Directory directory,
            @Reference JmapLimits limits,
            @Reference Clock clock) {
        this.store = store;
        this.blobs = blobs;
        this.sight = sight;
        this.mail = mail;
        this.dispatch = dispatch;
        this.directory = directory;
        this.limits = limits;
        this.clock = clock;
    }

    /** The arguments of the method. */
    record Arguments(String accountId, Map<String, @Nullable Object> send) {}

    @Override
    public String method() {
        return "Email/send";
    }

    @Override
    public String capability() {
        return SubmissionCapability.SECOND_MAIL;
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        Reach reach = call.reach(arguments.accountId(), Access.WRITE);
        refuseWhoMayNotSend(reach);
        arguments.send().forEach(SendEmails::refuse);
        if (arguments.send().size() > limits.maxObjectsInSet()) {
            throw new MethodError(
                    "requestTooLarge", "A call may send " + limits.maxObjectsInSet() + " messages at most.");
        }
        Map<String, @Nullable Object> sent = new LinkedHashMap<>();
        Map<String, @Nullable Object> notSent = new LinkedHashMap<>();
        arguments.send().forEach((key, value) -> {
            call.proceed();
            try {
                Submission submission = send(call, reach, (Map<?, ?>) value);
                call.created(key, ObjectId.text(Submission.LETTER, submission.n()));
                sent.put(key, members(submission));
            } catch (SetError e) {
                notSent.put(key, e.members());
            }
        });
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", reach.id());
        answer.put("sent", sent.isEmpty() ? null : sent);
        answer.put("notSent", notSent.isEmpty() ? null : notSent);
        return answer;
    }

    /** The capability of the method is that of mail: whoever may write there may not send in the owner's name for that. */
    private void refuseWhoMayNotSend(Reach reach) {
        boolean shared = reach.access(SubmissionCapability.URN)
                .filter(access -> access == Access.WRITE)
                .isPresent();
        if (!shared || !directory.allows(reach.account().organization(), SubmissionCapability.URN)) {
            throw new MethodError("forbidden", "Nothing may be sent in the name of this account.");
        }
    }

    private static void refuse(String creationId, @Nullable Object value) {
        if (!CREATION_ID.matcher(creationId).matches() || !(value instanceof Map<?, ?>)) {
            throw MethodError.invalidArguments(
                    "The argument send must be an object: each member a creation id of letters, digits, - and _, and an object.");
        }
    }

    private static Map<String, @Nullable Object> members(Submission submission) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("submissionId", ObjectId.text(Submission.LETTER, submission.n()));
        members.put("undoStatus", submission.undo().word());
        members.put(
                "sendAt", submission.sendAt().truncatedTo(ChronoUnit.SECONDS).toString());
        return members;
    }

    private Submission send(Call call, Reach reach, Map<?, ?> given) {
        List<String> others = given.keySet().stream()
                .map(String::valueOf)
                .filter(name -> !MEMBERS.contains(name))
                .toList();
        if (!others.isEmpty()) {
            throw SetError.invalidProperties(others, "What is sent has no such properties.");
        }
        Instant now = clock.now();
        Order order = order(call, reach, given);
        Dispatch.Ready ready = dispatch.ready(order.order(), order.address(), now, held(given, now));
        return store.write(
                call.scope(reach.id(), Access.WRITE),
                Writing.named("svc.cap.submission: Email/send", tx -> dispatch.take(tx, ready)));
    }

    private record Order(Dispatch.Order order, String address) {}

    private Order order(Call call, Reach reach, Map<?, ?> given) {
        long identity = number(call, given.get("identityId"), Identity.LETTER)
                .orElseThrow(() -> SetError.invalidProperty("identityId", "Say by which Identity it is sent."));
        OptionalLong email = number(call, given.get("emailId"), MailStore.LETTER);
        if (email.isPresent() == given.get("blobId") instanceof String) {
            throw SetError.invalidProperties(
                    List.of("emailId", "blobId"), "Name the message to send: by emailId or by blobId.");
        }
        Found found = store.read(
                call.scope(reach.id(), Access.READ),
                snapshot -> new Found(
                        email.isEmpty()
                                ? Optional.empty()
                                : Optional.ofNullable(mail.find(snapshot, List.of(email.getAsLong()))
                                        .get(email.getAsLong())),
                        dispatch.address(snapshot, identity)));
        String address = found.address()
                .orElseThrow(() -> SetError.invalidProperty("identityId", "There is no such Identity in the account."));
        Stored message = email.isEmpty()
                ? blob(call, reach, String.valueOf(given.get("blobId")))
                : found.held()
                        .flatMap(held -> blobs.find(reach.account(), held.blob()))
                        .orElseThrow(
                                () -> SetError.invalidProperty("emailId", "There is no such Email in the account."));
        Object envelope = given.get("envelope");
        return new Order(
                new Dispatch.Order(
                        reach,
                        call.caller().account(),
                        identity,
                        email.orElse(0),
                        found.held().map(MailStore.Held::thread).orElse(0L),
                        message,
                        envelope == null ? null : Envelope.of(envelope)),
                address);
    }

    private record Found(Optional<MailStore.Held> held, Optional<String> address) {}

    private Stored blob(Call call, Reach reach, String id) {
        try {
            return sight.find(call.caller(), reach, named(call, id))
                    .orElseThrow(() -> SetError.invalidProperty("blobId", "There is no such blob. Upload it first."));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String named(Call call, String id) {
        return id.startsWith("#") ? call.created(id.substring(1)).orElse(id) : id;
    }

    private static OptionalLong number(Call call, @Nullable Object id, char letter) {
        return id instanceof String text ? ObjectId.number(letter, named(call, text)) : OptionalLong.empty();
    }

    /** How long it waits at least: until a time, or for as long as it shall be possible to take it back. */
    private static Duration held(Map<?, ?> given, Instant now) {
        Object undo = given.get("undoSeconds");
        Object at = given.get("sendAt");
        if (undo != null
                && !(undo instanceof Number number
                        && number.doubleValue() >= 0
                        && number.doubleValue() <= LONGEST_UNDO)) {
            throw SetError.invalidProperty("undoSeconds", "It must be a number from 0 to " + LONGEST_UNDO + ".");
        }
        Duration held = Duration.ofSeconds(undo instanceof Number number ? number.longValue() : 0);
        if (at == null) {
            return held;
        }
        try {
            Duration until = Duration.between(now, Instant.parse(String.valueOf(at)));
            if (until.compareTo(SubmissionCapability.LONGEST_HOLD) <= 0) {
                return until.compareTo(held) > 0 ? until : held;
            }
        } catch (DateTimeException e) {
            throw SetError.invalidProperty("sendAt", "It must be a time such as 2030-01-31T12:00:00Z.");
        }
        throw SetError.invalidProperty(
                "sendAt",
                "A message is held back for " + SubmissionCapability.LONGEST_HOLD.toSeconds() + " seconds at most.");
    }
}
