package svc.search.lucene.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import svc.api.search.SearchField;
import svc.api.search.SearchQuery.FieldRef;

/** The search fields of a type, and the index fields that represent them. */
public final class IndexFields {

    /**
     * Name of the index field with the texts of all {@code LINE} fields of an object, so that a search in all fields
     * needs few index fields.
     */
    public static final String LINES = "+";

    /** Suffix of index fields with the first letters of words, for searches by short prefixes. */
    public static final String BEGINNINGS = "^";

    /** Suffix of index fields with the names of the texts of a {@code NAMED} field. */
    public static final String NAMES = "#";

    /** The separator between the name of a text and a term of this text, in a {@code NAMED} field. */
    private static final char BREAK = 0;

    private static final int LONGEST_NAME = 128;

    private final Map<String, SearchField.Kind> kinds = new HashMap<>();
    private final List<String> everywhere = new ArrayList<>();

    public IndexFields(List<SearchField> fields) {
        everywhere.add(LINES);
        for (SearchField field : fields) {
            kinds.put(field.name(), field.kind());
            if (field.kind() == SearchField.Kind.TEXT) {
                everywhere.add(field.name());
            }
        }
    }

    public SearchField.Kind kind(String field) {
        SearchField.Kind kind = kinds.get(field);
        if (kind == null) {
            throw new IllegalArgumentException("Unknown search field " + field);
        }
        return kind;
    }

    /** Returns the index fields to search in. */
    public List<String> of(FieldRef place) {
        if (place.field().isEmpty()) {
            return everywhere;
        }
        kind(place.field());
        return List.of(place.field());
    }

    /** Returns the prefix of the terms of a name; empty for fields without names. */
    public String prefix(String field, String name) {
        return field.isEmpty() || kind(field) != SearchField.Kind.NAMED ? "" : name(name) + BREAK;
    }

    public static String name(String name) {
        String limited = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
        return limited.toLowerCase(Locale.ROOT);
    }
}
