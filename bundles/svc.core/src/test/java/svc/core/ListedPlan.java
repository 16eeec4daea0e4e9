package svc.core;

import java.util.List;
import java.util.OptionalInt;
import svc.api.jmap.QueryPlan;

/** A query whose results stand in a list. */
interface ListedPlan extends QueryPlan {

    /** The results. */
    List<Long> order();

    @Override
    default long[] ids(int from, int limit) {
        return order().stream().skip(from).limit(limit).mapToLong(n -> n).toArray();
    }

    @Override
    default int total() {
        return order().size();
    }

    @Override
    default OptionalInt rank(long n) {
        int at = order().indexOf(n);
        return at < 0 ? OptionalInt.empty() : OptionalInt.of(at);
    }
}
