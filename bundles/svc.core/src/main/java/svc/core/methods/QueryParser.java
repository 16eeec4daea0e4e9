package svc.core.methods;

import static svc.api.jmap.ValueReader.ARGUMENTS;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.SortComparator;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.MethodArguments;
import svc.core.dispatch.MethodCallContext;

/** Parses the filter and the sort of a query (RFC 8620 §5.5) and limits their size. */
final class QueryParser {

    private static final int MOST_ORDERS = 16;

    private final MethodCallContext call;
    private final AccountContext account;

    QueryParser(MethodCallContext call, AccountContext account) {
        this.call = call;
        this.account = account;
    }

    Query read(MethodArguments arguments) {
        Map<String, @Nullable Object> filter = arguments.map("filter");
        List<Map<String, @Nullable Object>> sort = arguments.maps("sort");
        return new Query(
                Optional.ofNullable(filter).map(Filter::parse),
                sort == null ? List.of() : orders(sort),
                call::checkDeadlineOnly,
                account.context(call, arguments.more()));
    }

    private static List<SortComparator> orders(List<Map<String, @Nullable Object>> sort) {
        if (sort.size() > MOST_ORDERS) {
            throw new MethodError("unsupportedSort", "The sort has too many comparators.");
        }
        return sort.stream().map(QueryParser::order).toList();
    }

    private static SortComparator order(Map<String, @Nullable Object> value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(value);
        String property = ARGUMENTS.string("property", more.remove("property"));
        Optional<Boolean> ascending = ARGUMENTS.optional("isAscending", more.remove("isAscending"), ARGUMENTS::bool);
        Optional<String> collation = ARGUMENTS.optional("collation", more.remove("collation"), ARGUMENTS::string);
        return new SortComparator(property, ascending.orElse(true), collation, more);
    }
}
