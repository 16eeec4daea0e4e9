package svc.cap.mail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.json.JsonSink;
import svc.api.json.JsonWritable;
import svc.mime.BodyParts;
import svc.mime.Message;

/** Email/parse (RFC 8621 §4.9): shows blobs as messages without letting them in. */
@Component(service = MethodHandler.class)
public final class ParseEmails implements MethodHandler<ParseEmails.Arguments, JsonWritable> {

    /** What only a message has that came in. */
    private static final List<String> NOT_YET = List.of("id", "threadId", "mailboxIds", "keywords", "receivedAt");

    private final Arrivals arrivals;
    private final BlobSight sight;
    private final JmapLimits limits;
    private final Json json;

    /** Reads them here. */
    @Activate
    public ParseEmails(
            @Reference Arrivals arrivals,
            @Reference BlobSight sight,
            @Reference JmapLimits limits,
            @Reference Json json) {
        this.arrivals = arrivals;
        this.sight = sight;
        this.limits = limits;
        this.json = json;
    }

    /** The arguments of the method. */
    record Arguments(
            String accountId,
            List<String> blobIds,
            @Nullable List<String> properties,
            @Nullable List<String> bodyProperties,
            @Nullable Boolean fetchTextBodyValues,
            @Nullable Boolean fetchHTMLBodyValues,
            @Nullable Boolean fetchAllBodyValues,
            @Nullable Long maxBodyValueBytes) {

        EmailProperties wanted() {
            List<String> asked = properties;
            Set<String> names = new LinkedHashSet<>(asked == null ? EmailProperties.OF_MESSAGE : asked);
            names.forEach(Arguments::refuseUnknown);
            Map<String, @Nullable Object> more = new LinkedHashMap<>();
            more.put("bodyProperties", bodyProperties);
            more.put("fetchTextBodyValues", fetchTextBodyValues);
            more.put("fetchHTMLBodyValues", fetchHTMLBodyValues);
            more.put("fetchAllBodyValues", fetchAllBodyValues);
            more.put("maxBodyValueBytes", maxBodyValueBytes);
            return EmailProperties.of(names, more);
        }

        private static void refuseUnknown(String name) {
            boolean known = NOT_YET.contains(name)
                    || EmailSource.STANDARD.contains(name)
                    || name.equals(EmailProperties.BODY_STRUCTURE)
                    || name.equals(EmailProperties.HEADERS)
                    || HeaderProperty.of(name).isPresent();
            if (!known) {
                throw MethodError.invalidArguments("A message has no property " + name + ", or not in this form.");
            }
        }
    }

    @Override
    public String method() {
        return "Email/parse";
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
    public JsonWritable handle(Call call, Arguments arguments) {
        Reach reach = call.reach(arguments.accountId(), Access.READ);
        if (arguments.blobIds().size() > limits.maxObjectsInGet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call may parse " + limits.maxObjectsInGet() + " blobs at most. Parse some at a time.");
        }
        EmailProperties wanted = arguments.wanted();
        Map<String, byte[]> parsed = new LinkedHashMap<>();
        List<String> notParsable = new ArrayList<>();
        List<String> notFound = new ArrayList<>();
        for (String id : new LinkedHashSet<>(arguments.blobIds())) {
            call.proceed();
            try {
                Optional<Stored> blob = sight.find(call.caller(), reach, call.id(id));
                Optional<byte[]> email = blob.isEmpty() ? Optional.empty() : parse(blob.get(), wanted);
                email.ifPresentOrElse(
                        bytes -> parsed.put(id, bytes), () -> (blob.isEmpty() ? notFound : notParsable).add(id));
            } catch (BlobDamaged e) {
                notFound.add(id);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return out -> write(out, reach, parsed, List.of(notParsable, notFound));
    }

    private Optional<byte[]> parse(Stored blob, EmailProperties wanted) throws IOException {
        Message message = arrivals.message(blob);
        if (!Arrivals.isMessage(blob, message)) {
            return Optional.empty();
        }
        Summary summary = new Summary(Summary.encode(json, message));
        JsonBuffer out = json.buffer();
        out.object();
        new EmailContent(wanted, summary, message.root()).fetch(blob::send).write(out);
        NOT_YET.stream().filter(wanted::has).forEach(name -> out.name(name).nothing());
        if (wanted.has("blobId")) {
            out.member("blobId", blob.id().toString());
        }
        if (wanted.has("size")) {
            out.name("size").number(blob.size());
        }
        if (wanted.has("hasAttachment")) {
            out.name("hasAttachment").truth(BodyParts.of(message.root()).hasAttachment());
        }
        out.end();
        return Optional.of(out.bytes());
    }

    private static void write(JsonSink out, Reach reach, Map<String, byte[]> parsed, List<List<String>> others) {
        out.object().member("accountId", reach.id()).name("parsed");
        if (parsed.isEmpty()) {
            out.nothing();
        } else {
            out.object();
            parsed.forEach((id, email) -> out.name(id).encoded(email));
            out.end();
        }
        HeaderJson.texts(out.name("notParsable"), others.get(0).isEmpty() ? null : others.get(0));
        HeaderJson.texts(out.name("notFound"), others.get(1).isEmpty() ? null : others.get(1));
        out.end();
    }
}
