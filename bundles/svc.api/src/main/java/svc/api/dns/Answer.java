package svc.api.dns;

import java.util.List;

/**
 * The answer of a DNS lookup.
 *
 * @param <T> the type of the records
 */
public sealed interface Answer<T> {

    /**
     * The name has records of the type.
     *
     * @param <T> the type of the records
     * @param records the records, at least one
     * @param security whether the records are authenticated, with all CNAME records on the way to them
     */
    record Found<T>(List<T> records, Security security) implements Answer<T> {

        /** Copies the list of records. */
        public Found {
            records = List.copyOf(records);
        }
    }

    /**
     * The name does not exist, or it has no records of the type (RFC 2308 §2). RFC 7208 calls it a void lookup.
     *
     * @param <T> the type of the records
     * @param security whether the absence is authenticated
     */
    record None<T>(Security security) implements Answer<T> {}

    /**
     * The lookup failed: nothing is known about the records.
     *
     * @param <T> the type of the records
     * @param failure the kind of failure
     * @param reason one phrase for logs and for delivery status, without a dot at the end
     */
    record Failed<T>(Failure failure, String reason) implements Answer<T> {}

    /** Whether DNSSEC authenticates an answer (RFC 4035 §4.3). */
    enum Security {
        /** The signatures lead to a trust anchor. */
        SECURE,
        /** The zone is not signed, or DNSSEC is not checked. */
        INSECURE
    }

    /** The kind of a failure. */
    enum Failure {
        /** No server answered, or the servers could not answer; a later lookup can succeed. */
        TEMPORARY,
        /** The answer arrived, but its signatures are missing or invalid (RFC 4035 §4.3). */
        BOGUS
    }
}
