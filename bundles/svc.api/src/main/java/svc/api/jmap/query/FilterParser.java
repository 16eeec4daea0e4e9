package svc.api.jmap.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.ValueReader;
import svc.api.jmap.query.Query.Filter;
import svc.api.jmap.query.Query.FilterCondition;
import svc.api.jmap.query.Query.FilterOperator;
import svc.api.jmap.query.Query.Operator;

/** Parses a filter and limits its size. Used for one filter. */
final class FilterParser {

    private static final int DEEPEST = 16;
    private static final int MOST_FILTERS = 1000;
    private static final String OPERATOR = "operator";
    private static final String CONDITIONS = "conditions";

    private int filters;

    Filter filter(Map<String, @Nullable Object> value, int depth) {
        if (depth > DEEPEST || ++filters > MOST_FILTERS) {
            throw new MethodError("unsupportedFilter", "The filter is too large.");
        }
        if (!value.containsKey(OPERATOR)) {
            return new FilterCondition(value);
        }
        Operator operator = operator(value.get(OPERATOR));
        List<Filter> inner = new ArrayList<>();
        for (Map<String, @Nullable Object> one : ValueReader.CONDITIONS.objects(CONDITIONS, value.get(CONDITIONS))) {
            inner.add(filter(one, depth + 1));
        }
        return new FilterOperator(operator, inner);
    }

    private static Operator operator(@Nullable Object word) {
        for (Operator operator : Operator.values()) {
            if (operator.name().equals(word)) {
                return operator;
            }
        }
        throw ValueReader.CONDITIONS.wrong(OPERATOR, "AND, OR or NOT");
    }
}
