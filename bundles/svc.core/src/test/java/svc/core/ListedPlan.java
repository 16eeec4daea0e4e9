package svc.core;

import java.util.List;
import java.util.OptionalInt;
import svc.api.jmap.query.QueryPlan;

/** A query plan whose results are in a list. */
interface ListedPlan extends QueryPlan {

    /** Returns the numbers of the results in order. */
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
    default OptionalInt position(long n) {
        int at = order().indexOf(n);
        return at < 0 ? OptionalInt.empty() : OptionalInt.of(at);
    }
}
