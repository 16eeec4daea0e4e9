package svc.core.methods;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.FilterOperator;
import svc.api.jmap.query.Query.Operator;
import svc.api.jmap.query.Query.SortComparator;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.MethodArguments;
import svc.core.dispatch.MethodCallContext;
import svc.core.objects.PlainValues;

/** Parses the filter and the sort of a query (RFC 8620 §5.5) and limits their size. */
final class QueryParser {

    private static final int DEEPEST = 16;
    private static final int MOST_FILTERS = 1000;
    private static final int MOST_ORDERS = 16;

    private final MethodCallContext call;
    private final AccountContext account;
    private int filters;

    QueryParser(MethodCallContext call, AccountContext account) {
        this.call = call;
        this.account = account;
    }

    Query read(MethodArguments arguments) {
        Map<String, @Nullable Object> filter = arguments.map("filter");
        List<Map<String, @Nullable Object>> sort = arguments.maps("sort");
        return new Query(
                Optional.ofNullable(filter).map(value -> filter(value, 0)),
                sort == null ? List.of() : orders(sort),
                call::checkDeadlineOnly,
                account.context(call, arguments.more()));
    }

    private Filter filter(Map<String, @Nullable Object> value, int depth) {
        if (depth > DEEPEST || ++filters > MOST_FILTERS) {
            throw new MethodError("unsupportedFilter", "The filter is too large.");
        }
        if (!value.containsKey("operator")) {
            return new FilterCondition(value);
        }
        Operator operator = operator(value.get("operator"));
        if (!(value.get("conditions") instanceof List<?> conditions)) {
            throw MethodError.invalidArguments("A filter with an operator needs an array of conditions.");
        }
        List<Filter> inner = new ArrayList<>();
        for (Object condition : conditions) {
            if (!(condition instanceof Map<?, ?> map)) {
                throw MethodError.invalidArguments("Each of the conditions of a filter must be an object.");
            }
            inner.add(filter(PlainValues.object(map), depth + 1));
        }
        return new FilterOperator(operator, inner);
    }

    private static Operator operator(@Nullable Object word) {
        for (Operator operator : Operator.values()) {
            if (operator.name().equals(word)) {
                return operator;
            }
        }
        throw MethodError.invalidArguments("The operator of a filter must be AND, OR or NOT.");
    }

    private static List<SortComparator> orders(List<Map<String, @Nullable Object>> sort) {
        if (sort.size() > MOST_ORDERS) {
            throw new MethodError("unsupportedSort", "The sort has too many comparators.");
        }
        return sort.stream().map(QueryParser::order).toList();
    }

    private static SortComparator order(Map<String, @Nullable Object> value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(value);
        Object property = more.remove("property");
        Object ascending = more.remove("isAscending");
        Object collation = more.remove("collation");
        if (!(property instanceof String name)
                || !(ascending == null || ascending instanceof Boolean)
                || !(collation == null || collation instanceof String)) {
            throw MethodError.invalidArguments(
                    "Each comparator of the sort must be an object with property, isAscending and collation.");
        }
        return new SortComparator(
                name, !Boolean.FALSE.equals(ascending), Optional.ofNullable((String) collation), more);
    }
}
