package svc.proto.pop3;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The messages of a maildrop as they were at the sign-in, with those that the client has marked as deleted. The message
 * numbers begin with 1. Not thread-safe.
 */
final class Maildrop {

    private final long validity;
    private final long[] uids;
    private final long[] sizes;
    private final BitSet deleted = new BitSet();

    /**
     * Creates the maildrop.
     *
     * @param validity the UIDVALIDITY of the mailbox
     * @param uids the UIDs of the messages in ascending order
     * @param sizes the sizes of the messages in octets
     */
    Maildrop(long validity, long[] uids, long[] sizes) {
        this.validity = validity;
        this.uids = uids;
        this.sizes = sizes;
    }

    /** Returns the highest message number. */
    int last() {
        return uids.length;
    }

    boolean isDeleted(int number) {
        return deleted.get(number);
    }

    /** Returns the number of messages that are not marked as deleted. */
    int count() {
        return uids.length - deleted.cardinality();
    }

    /** Returns the size of all messages that are not marked as deleted. */
    long size() {
        long size = 0;
        for (int i = 0; i < sizes.length; i++) {
            size += deleted.get(i + 1) ? 0 : sizes[i];
        }
        return size;
    }

    /** Refuses the number of a message that does not exist or is marked as deleted. */
    void require(int number) throws RefusedException {
        if (number < 1 || number > uids.length) {
            throw new RefusedException("There is no such message; the maildrop has " + uids.length);
        }
        if (deleted.get(number)) {
            throw new RefusedException("The message is marked as deleted");
        }
    }

    long uid(int number) {
        return uids[number - 1];
    }

    long size(int number) {
        return sizes[number - 1];
    }

    /** Returns the unique id of a message, which never changes (RFC 1939 §7). */
    String uniqueId(int number) {
        return validity + "." + uids[number - 1];
    }

    void delete(int number) {
        deleted.set(number);
    }

    /** Removes all marks. */
    void reset() {
        deleted.clear();
    }

    /** Returns the UIDs of the messages that are marked as deleted. */
    List<Long> deletedUids() {
        List<Long> all = new ArrayList<>();
        deleted.stream().forEach(number -> all.add(uid(number)));
        return all;
    }
}
