package svc.core;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.json.JsonSink;

/**
 * The sessions of those who ask, each made once and kept until something in it changes: what is offered, or what the caller's
 * organization says. Made anew it has another state exactly when it says something else.
 */
final class SessionBook {

    private static final int KEPT = 10_000;
    private static final int STATE_BYTES = 8;

    private final Registry registry;
    private final Directory directory;
    private final Json json;
    private final Supplier<Optional<String>> prefix;
    private final Map<Long, Page> pages = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Page> eldest) {
            return size() > KEPT;
        }
    };

    /**
     * Empty.
     *
     * @param prefix what the URLs of every session begin with, where that is one: a part of what its state stands for
     */
    SessionBook(Registry registry, Directory directory, Json json, Supplier<Optional<String>> prefix) {
        this.registry = registry;
        this.directory = directory;
        this.json = json;
        this.prefix = prefix;
    }

    /**
     * A session without its URLs.
     *
     * @param generation the catalogue it was made from
     * @param version the organization's version it was made at
     * @param email the address it was made for
     * @param state its state
     * @param offered its capabilities
     * @param body its other members, as an object in JSON, all but the state and the URLs
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Page(
            long generation,
            long version,
            String email,
            String state,
            Map<String, Part.Offered> offered,
            byte[] body) {}

    String state(Caller caller) {
        return page(caller).state();
    }

    Page page(Caller caller) {
        Catalogue catalogue = registry.catalogue();
        long version = directory.version(caller.account().organization());
        long key = caller.account().n();
        @Nullable Page kept;
        synchronized (pages) {
            kept = pages.get(key);
        }
        if (kept != null
                && kept.generation() == catalogue.generation()
                && kept.version() == version
                && kept.email().equals(caller.account().email())) {
            return kept;
        }
        SessionDraft draft = new SessionDraft(catalogue, directory, caller);
        byte[] body = draft.write(json.buffer());
        Page page = new Page(
                catalogue.generation(),
                version,
                caller.account().email(),
                state(body, draft.offered()),
                draft.offered(),
                body);
        synchronized (pages) {
            pages.put(key, page);
        }
        return page;
    }

    private String state(byte[] body, Map<String, Part.Offered> offered) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            prefix.get().ifPresent(common -> digest.update(common.getBytes(StandardCharsets.UTF_8)));
            JsonBuffer capabilities = json.buffer();
            capabilities(capabilities.object(), offered, "");
            capabilities.end();
            digest.update(capabilities.bytes());
            byte[] hash = digest.digest(body);
            return HexFormat.of().formatHex(hash, 0, STATE_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static void capabilities(JsonSink out, Map<String, Part.Offered> offered, String sockets) {
        out.name("capabilities").object();
        offered.forEach((urn, part) -> {
            Map<String, @Nullable Object> members = new TreeMap<>(part.sessionObject());
            part.sockets().forEach((name, path) -> members.put(name, sockets + path));
            out.name(urn).value(members);
        });
        out.end();
    }

    /** The whole session, with its URLs. */
    byte[] session(Caller caller, SessionUrls urls) {
        Page page = page(caller);
        JsonBuffer buffer = json.buffer();
        capabilities(buffer.object(), page.offered(), urls.sockets());
        buffer.members(page.body(), 0, page.body().length);
        urls.members().forEach(buffer::member);
        buffer.member("state", page.state()).end();
        return buffer.bytes();
    }
}
