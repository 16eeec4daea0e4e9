package svc.search.lucene;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import svc.api.search.SearchField;
import svc.api.search.SearchQuery.Place;

/** The fields of a type, and those of the index that stand for them. */
final class Fields {

    /** All lines of an object once more, so that whoever looks everywhere looks into few fields. */
    static final String LINES = "+";

    /** Added to the name of a field: the first letters of its words, for those who look for short beginnings. */
    static final String BEGINNINGS = "^";

    /** Added to the name of a field: the names under which it has texts. */
    static final String NAMES = "#";

    /** Parts a name from a term. */
    private static final char BREAK = 0;

    private static final int LONGEST_NAME = 128;

    private final Map<String, SearchField.Kind> kinds = new HashMap<>();
    private final List<String> everywhere = new ArrayList<>();

    Fields(List<SearchField> fields) {
        everywhere.add(LINES);
        for (SearchField field : fields) {
            kinds.put(field.name(), field.kind());
            if (field.kind() == SearchField.Kind.TEXT) {
                everywhere.add(field.name());
            }
        }
    }

    SearchField.Kind kind(String field) {
        SearchField.Kind kind = kinds.get(field);
        if (kind == null) {
            throw new IllegalArgumentException("There is no field " + field + " to search in");
        }
        return kind;
    }

    /** The fields of the index to look into. */
    List<String> of(Place place) {
        if (place.field().isEmpty()) {
            return everywhere;
        }
        kind(place.field());
        return List.of(place.field());
    }

    /** What stands before the terms of a name. */
    String prefix(String field, String name) {
        return field.isEmpty() || kind(field) != SearchField.Kind.NAMED ? "" : name(name) + BREAK;
    }

    static String name(String name) {
        String most = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
        return most.toLowerCase(Locale.ROOT);
    }
}
