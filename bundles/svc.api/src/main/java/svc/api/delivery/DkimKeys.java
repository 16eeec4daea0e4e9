package svc.api.delivery;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The keys by which the server signs the messages of its domains (RFC 6376).
 *
 * <p>Threading: thread-safe; blocks, and must be called outside store callbacks. Lifecycle: registered after the schema is
 * migrated.
 */
@ProviderType
public interface DkimKeys {

    /**
     * Returns the records of the keys of a domain, in the order of their selectors. Creates keys if the domain belongs to
     * this server and has none.
     */
    List<KeyRecord> records(String domain);

    /**
     * The TXT record of a key.
     *
     * @param name the name of the record, such as {@code s20260101-rsa._domainkey.example.org}
     * @param value the value
     * @param state the state of the key
     */
    record KeyRecord(String name, String value, State state) {}

    /** The state of a key. */
    enum State {
        /** The key does not sign, because its record was not seen in DNS so far. */
        NEW,
        /** The key signs. */
        LIVE,
        /** Another key has replaced it. Its record must still be published, for messages on their way. */
        RETIRED
    }
}
