package svc.blobs.files.pack;

/**
 * The place of an entry.
 *
 * @param pack the number of its pack
 * @param at the offset of its header
 * @param length the length of its body
 */
public record Place(int pack, long at, int length) {

    /** Returns the place with this number. */
    public static Place of(long number, int length) {
        return new Place((int) (number >>> Integer.SIZE), number & 0xffff_ffffL, length);
    }

    /** Returns the pack and the offset as one number. */
    public long number() {
        return first(pack) + at;
    }

    /** Returns the number of the first place in a pack. */
    static long first(int pack) {
        return (long) pack << Integer.SIZE;
    }

    /** Returns the offset behind the entry. */
    public long end() {
        return at + PackEntry.total(length);
    }
}
