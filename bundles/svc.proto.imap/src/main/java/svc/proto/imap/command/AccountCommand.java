package svc.proto.imap.command;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A command about quotas, rights and annotations. */
public sealed interface AccountCommand extends Command {

    /** GETQUOTA (RFC 9208 §4.1.1). */
    record GetQuota(String root) implements AccountCommand {}

    /** GETQUOTAROOT (RFC 9208 §4.1.2). */
    record GetQuotaRoot(String mailbox) implements AccountCommand {}

    /**
     * SETQUOTA (RFC 9208 §4.1.3).
     *
     * @param root the quota root
     * @param limits the limit of each resource, by name in upper case
     */
    record SetQuota(String root, Map<String, Long> limits) implements AccountCommand {

        /** Copies the map. */
        public SetQuota {
            limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
        }
    }

    /**
     * SETACL (RFC 4314 §3.1).
     *
     * @param mailbox the name of the mailbox
     * @param identifier the user; a name with {@code -} in front has negative rights
     * @param change whether the rights replace, extend or reduce those of the user
     * @param rights the rights as letters
     */
    record SetAcl(String mailbox, String identifier, RightsChange change, String rights)
            implements AccountCommand, Write {}

    /** What SETACL does with rights. */
    enum RightsChange {
        /** The rights replace all others. */
        REPLACE,
        /** The rights are added. */
        ADD,
        /** The rights are removed. */
        REMOVE
    }

    /** DELETEACL (RFC 4314 §3.2). */
    record DeleteAcl(String mailbox, String identifier) implements AccountCommand, Write {}

    /** GETACL (RFC 4314 §3.3). */
    record GetAcl(String mailbox) implements AccountCommand {}

    /** LISTRIGHTS (RFC 4314 §3.4). */
    record ListRights(String mailbox, String identifier) implements AccountCommand {}

    /** MYRIGHTS (RFC 4314 §3.5). */
    record MyRights(String mailbox) implements AccountCommand {}

    /**
     * GETMETADATA (RFC 5464 §4.2).
     *
     * @param mailbox the name of the mailbox; empty for the server
     * @param entries the names of the entries, in lower case
     * @param maxSize the longest value to return
     * @param depth the depth of the entries to return below those named
     */
    record GetMetadata(String mailbox, List<String> entries, OptionalLong maxSize, Depth depth)
            implements AccountCommand {

        /** Copies the list. */
        public GetMetadata {
            entries = List.copyOf(entries);
        }
    }

    /** The option DEPTH of GETMETADATA. */
    enum Depth {
        /** The named entries. */
        ZERO,
        /** The named entries and the entries directly below. */
        ONE,
        /** The named entries and all entries below. */
        INFINITY
    }

    /**
     * SETMETADATA (RFC 5464 §4.3).
     *
     * @param mailbox the name of the mailbox; empty for the server
     * @param values the values in their order
     */
    record SetMetadata(String mailbox, List<MetadataValue> values) implements AccountCommand, Write {

        /** Copies the list. */
        public SetMetadata {
            values = List.copyOf(values);
        }
    }

    /**
     * A value of SETMETADATA.
     *
     * @param entry the name of the entry, in lower case
     * @param value the value; null to remove the entry
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record MetadataValue(String entry, byte @Nullable [] value) {}
}
