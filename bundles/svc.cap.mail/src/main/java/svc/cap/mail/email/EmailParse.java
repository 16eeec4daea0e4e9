package svc.cap.mail.email;

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
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.json.JsonWritable;
import svc.api.json.JsonWriter;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.message.EmailContent;
import svc.cap.mail.message.EmailProperties;
import svc.cap.mail.message.EmailSummary;
import svc.cap.mail.message.HeaderJson;
import svc.cap.mail.message.HeaderProperty;
import svc.cap.mail.message.MessageParser;
import svc.mime.BodyParts;
import svc.mime.Message;

/** {@code Email/parse} (RFC 8621 §4.9): parses blobs as emails without importing them. */
@Component(service = MethodHandler.class)
public final class EmailParse implements MethodHandler<EmailParse.Arguments, JsonWritable> {

    /** Properties that only a stored email has. */
    private static final List<String> NOT_YET = List.of("id", "threadId", "mailboxIds", "keywords", "receivedAt");

    private final MessageParser parser;
    private final BlobAccess blobAccess;
    private final JmapLimits limits;
    private final Json json;

    @Activate
    public EmailParse(
            @Reference MessageParser parser,
            @Reference BlobAccess blobAccess,
            @Reference JmapLimits limits,
            @Reference Json json) {
        this.parser = parser;
        this.blobAccess = blobAccess;
        this.limits = limits;
        this.json = json;
    }

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
            List<String> requested = properties;
            Set<String> names = new LinkedHashSet<>(requested == null ? EmailProperties.OF_MESSAGE : requested);
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
                throw MethodError.invalidArguments(
                        "An Email has no property " + name + ", or the property has no such form.");
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
    public JsonWritable handle(MethodCall call, Arguments arguments) {
        AccessibleAccount accessible = call.account(arguments.accountId(), Access.READ);
        if (arguments.blobIds().size() > limits.maxObjectsInGet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call can parse at most " + limits.maxObjectsInGet() + " blobs. Split the request.");
        }
        EmailProperties requested = arguments.wanted();
        Map<String, byte[]> parsed = new LinkedHashMap<>();
        List<String> notParsable = new ArrayList<>();
        List<String> notFound = new ArrayList<>();
        for (String id : new LinkedHashSet<>(arguments.blobIds())) {
            call.checkDeadline();
            try {
                Optional<StoredBlob> blob = blobAccess.find(call.caller(), accessible, call.resolveId(id));
                Optional<byte[]> email = blob.isEmpty() ? Optional.empty() : parse(blob.get(), requested);
                email.ifPresentOrElse(
                        bytes -> parsed.put(id, bytes), () -> (blob.isEmpty() ? notFound : notParsable).add(id));
            } catch (CorruptBlobException e) {
                notFound.add(id);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return out -> write(out, accessible, parsed, List.of(notParsable, notFound));
    }

    private Optional<byte[]> parse(StoredBlob blob, EmailProperties requested) throws IOException {
        Message message = parser.message(blob);
        if (!MessageParser.hasHeader(blob, message)) {
            return Optional.empty();
        }
        EmailSummary summary = new EmailSummary(EmailSummary.encode(json, message));
        JsonBuffer out = json.buffer();
        out.beginObject();
        new EmailContent(requested, summary, message.root()).fetch(blob::send).write(out);
        NOT_YET.stream().filter(requested::has).forEach(name -> out.name(name).nullValue());
        if (requested.has("blobId")) {
            out.stringMember("blobId", blob.id().toString());
        }
        if (requested.has("size")) {
            out.name("size").number(blob.size());
        }
        if (requested.has("hasAttachment")) {
            out.name("hasAttachment").bool(BodyParts.of(message.root()).hasAttachment());
        }
        out.end();
        return Optional.of(out.toByteArray());
    }

    private static void write(
            JsonWriter out, AccessibleAccount accessible, Map<String, byte[]> parsed, List<List<String>> others) {
        out.beginObject().stringMember("accountId", accessible.id()).name("parsed");
        if (parsed.isEmpty()) {
            out.nullValue();
        } else {
            out.beginObject();
            parsed.forEach((id, email) -> out.name(id).rawValue(email));
            out.end();
        }
        HeaderJson.texts(out.name("notParsable"), others.get(0).isEmpty() ? null : others.get(0));
        HeaderJson.texts(out.name("notFound"), others.get(1).isEmpty() ? null : others.get(1));
        out.end();
    }
}
