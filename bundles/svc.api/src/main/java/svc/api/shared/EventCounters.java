package svc.api.shared;

import java.time.Duration;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Counts recent events by key, for example failed sign-ins by network. The events of all processes of the server count
 * together. A restart may forget the events. If a realm has too many keys, the least recently used keys are forgotten.
 *
 * <p>Thread-safe. Lifecycle: the service exists from the start of the server. Do not call it inside a transaction.
 */
@ProviderType
public interface EventCounters {

    /**
     * An event.
     *
     * @param value events with the same value count once
     * @param owner the party whose events can be removed together
     * @param source the origin of the event
     */
    record Event(String value, String owner, String source) {}

    /**
     * An event that was counted.
     *
     * @param event the event
     * @param age the time since the event
     */
    record CountedEvent(Event event, Duration age) {}

    /**
     * Adds an event, unless an event with the same value is already within the window. Returns the events within the
     * window, oldest first. Older events are forgotten.
     *
     * @param realm the kind of events; keys of different realms are different
     * @param key the key
     * @param event the event
     * @param window the length of time in which events count; a realm has one window
     */
    List<CountedEvent> add(String realm, String key, Event event, Duration window);

    /** Does the same for a realm that counts only the last {@code most} events of a key; older ones are forgotten. */
    List<CountedEvent> add(String realm, String key, Event event, Duration window, int most);

    /** Returns the events of a key within the window, oldest first. */
    List<CountedEvent> recent(String realm, String key, Duration window);

    /** Removes all events of a key. */
    void remove(String realm, String key);

    /** Removes the events of a key that belong to an owner. */
    void remove(String realm, String key, String owner);
}
