package svc.store.sqlite.changelog;

import java.util.List;
import svc.api.store.BackgroundTask.Pace;
import svc.store.sqlite.sql.StatementCache;

/**
 * Deletes the rows of ended memberships with the changes of their type. The floor of a container rises to the end of
 * its last deleted row and no further, so that the state of a quiet container stays valid.
 */
public final class MembershipPurge {

    private static final String ENDED = " FROM membership INDEXED BY membership_ended WHERE account = ?1 AND type = ?2"
            + " AND died < 9223372036854775807 AND died <= ?3";

    /** Selects the end of a portion. The few rows that ended with the same change stay together. */
    public static final String PORTION_END = "SELECT died" + ENDED + " ORDER BY died LIMIT 1 OFFSET ?4";

    public static final String LAST_ENDS = "SELECT container, max(died)" + ENDED + " GROUP BY container";

    private static final String RAISE_FLOOR =
            "UPDATE watched SET floor = ?4 WHERE account = ?1 AND type = ?2 AND container = ?3 AND floor < ?4";

    public static final String DELETE = "DELETE" + ENDED;

    private MembershipPurge() {}

    /**
     * Deletes one portion of the memberships that ended up to {@code floor}, and further portions while {@code pace}
     * permits. Returns whether all of them were deleted.
     */
    static boolean run(StatementCache db, long account, long type, long floor, Pace pace) {
        boolean more;
        do {
            long end = db.number(-1, PORTION_END, account, type, floor, StateRows.PORTION_ROWS - 1);
            more = end >= 0;
            long until = more ? end : floor;
            db.list(LAST_ENDS, row -> List.of(row.getLong(1), row.getLong(2)), account, type, until)
                    .forEach(last -> db.change(RAISE_FLOOR, account, type, last.get(0), last.get(1)));
            db.change(DELETE, account, type, until);
        } while (more && pace.mayContinue());
        return !more;
    }
}
