package svc.auth.storage;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The quota columns of an account. The account's own quota takes precedence over the quota of the plan. If both are
 * missing, the default applies that was configured when the account was created.
 *
 * @param own the account's own quota in bytes; null if it has none
 * @param otherwise the default at the time of creation; empty if no default was configured
 */
public record StoredQuota(@Nullable Long own, OptionalLong otherwise) {

    /** Neither a quota of the account's own nor a default. */
    static final StoredQuota NONE = new StoredQuota(null, OptionalLong.empty());

    /** Creates a quota of the account's own; 0 selects the quota of the plan. */
    static StoredQuota own(long bytes) {
        return bytes == 0 ? NONE : new StoredQuota(bytes, OptionalLong.empty());
    }

    /** Creates a default quota; 0 means no default. */
    static StoredQuota otherwise(long bytes) {
        return new StoredQuota(null, bytes == 0 ? OptionalLong.empty() : OptionalLong.of(bytes));
    }

    /** Parses the column. A negative value is a negated default quota. */
    static StoredQuota of(@Nullable Long column) {
        return column == null ? NONE : column < 0 ? otherwise(-column) : own(column);
    }

    /** Returns the value for the column. */
    @Nullable
    Long column() {
        return own == null && otherwise.isPresent() ? Long.valueOf(-otherwise.getAsLong()) : own;
    }

    /** Returns the effective quota under a plan; empty for no limit. */
    public OptionalLong with(Plan plan) {
        if (own != null) {
            return OptionalLong.of(own);
        }
        return plan.quota().isPresent() ? plan.quota() : otherwise;
    }
}
