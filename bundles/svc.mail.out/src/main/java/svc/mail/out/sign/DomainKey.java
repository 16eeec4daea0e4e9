package svc.mail.out.sign;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import svc.api.delivery.DkimKeys.KeyRecord;
import svc.api.delivery.DkimKeys.State;
import svc.api.store.Row;
import svc.mailauth.DkimKey;

/**
 * A key of a domain.
 *
 * @param domain the domain, with A-labels
 * @param selector the selector
 * @param algorithm the algorithm of its signatures
 * @param file the file with the private key, relative to the folder of the keys
 * @param record the value of the TXT record
 * @param state the state
 * @param since the time of the last change of the state
 * @param published whether the last lookup found the record; empty before the first lookup
 */
record DomainKey(
        String domain,
        String selector,
        String algorithm,
        String file,
        String record,
        State state,
        Instant since,
        Optional<Boolean> published) {

    /** The columns that {@link #of} reads. */
    static final String COLUMNS = "domain, selector, algorithm, file, record, state, since, published";

    static DomainKey of(Row row) {
        return new DomainKey(
                requireNonNull(row.getString(1)),
                requireNonNull(row.getString(2)),
                requireNonNull(row.getString(3)),
                requireNonNull(row.getString(4)),
                requireNonNull(row.getString(5)),
                State.valueOf(requireNonNull(row.getString(6)).toUpperCase(Locale.ROOT)),
                Instant.ofEpochMilli(row.getLong(7)),
                row.isNull(8) ? Optional.empty() : Optional.of(row.getLong(8) != 0));
    }

    /** Returns a state as it is stored and shown. */
    static String word(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the TXT record. */
    String name() {
        return DkimKey.name(selector, domain);
    }

    KeyRecord keyRecord() {
        return new KeyRecord(name(), record, state);
    }
}
