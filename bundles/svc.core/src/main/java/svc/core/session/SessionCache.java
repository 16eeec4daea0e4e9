package svc.core.session;

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
import svc.api.json.JsonWriter;
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.Contribution.Offered;
import svc.core.registry.ContributionRegistry;

/**
 * Caches the session of each account until the catalogue or the caller's tenant changes. When a session is rebuilt, its
 * state changes only if its content has changed.
 */
public final class SessionCache {

    private static final int KEPT = 10_000;
    private static final int STATE_BYTES = 8;

    private final ContributionRegistry registry;
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
     * Creates an empty cache.
     *
     * @param prefix the base URL that all sessions have in common; empty if there is none. The session state depends on
     *     this URL
     */
    public SessionCache(
            ContributionRegistry registry, Directory directory, Json json, Supplier<Optional<String>> prefix) {
        this.registry = registry;
        this.directory = directory;
        this.json = json;
        this.prefix = prefix;
    }

    /**
     * A session without its URLs.
     *
     * @param generation the generation of the catalogue
     * @param version the version of the tenant
     * @param email the address of the account
     * @param state the session state
     * @param offered the capabilities
     * @param body the other members as a JSON object, without the state and the URLs
     */
    @SuppressWarnings("ArrayRecordComponent") // the record is never compared
    record Page(long generation, long version, String email, String state, Map<String, Offered> offered, byte[] body) {}

    public String state(Caller caller) {
        return page(caller).state();
    }

    Page page(Caller caller) {
        Catalogue catalogue = registry.catalogue();
        long version = directory.version(caller.account().organization());
        long key = caller.account().n();
        @Nullable Page cached;
        synchronized (pages) {
            cached = pages.get(key);
        }
        if (cached != null
                && cached.generation() == catalogue.generation()
                && cached.version() == version
                && cached.email().equals(caller.account().email())) {
            return cached;
        }
        SessionWriter draft = new SessionWriter(catalogue, directory, caller);
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

    private String state(byte[] body, Map<String, Offered> offered) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            prefix.get().ifPresent(common -> digest.update(common.getBytes(StandardCharsets.UTF_8)));
            JsonBuffer capabilities = json.buffer();
            capabilities(capabilities.beginObject(), offered, "");
            capabilities.end();
            digest.update(capabilities.toByteArray());
            byte[] hash = digest.digest(body);
            return HexFormat.of().formatHex(hash, 0, STATE_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static void capabilities(JsonWriter out, Map<String, Offered> offered, String sockets) {
        out.name("capabilities").beginObject();
        offered.forEach((urn, part) -> {
            Map<String, @Nullable Object> members = new TreeMap<>(part.sessionObject());
            part.sockets().forEach((name, path) -> members.put(name, sockets + path));
            out.name(urn).value(members);
        });
        out.end();
    }

    /** Returns the whole session with its URLs as JSON. */
    public byte[] session(Caller caller, SessionUrls urls) {
        Page page = page(caller);
        JsonBuffer buffer = json.buffer();
        capabilities(buffer.beginObject(), page.offered(), urls.sockets());
        buffer.rawMembers(page.body(), 0, page.body().length);
        urls.members().forEach(buffer::stringMember);
        buffer.stringMember("state", page.state()).end();
        return buffer.toByteArray();
    }
}
