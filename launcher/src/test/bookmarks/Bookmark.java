package org.example.bookmarks;

import java.util.List;
import java.util.Map;
import svc.api.jmap.SetError;
import svc.api.store.Row;

/** A stored web address. */
record Bookmark(String url, String title) {

    static final Bookmark NONE = new Bookmark("", "");

    /** Reads columns 2 and 3. */
    static Bookmark in(Row row) {
        return new Bookmark(row.getString(2), row.getString(3));
    }

    /** Returns the bookmark after a patch; rejects invalid properties. */
    Bookmark with(Map<String, Object> patch) {
        String newUrl = url;
        String newTitle = title;
        for (Map.Entry<String, Object> change : patch.entrySet()) {
            Object value = change.getKey().equals("title") && change.getValue() == null ? "" : change.getValue();
            if (!List.of("url", "title").contains(change.getKey()) || !(value instanceof String text)) {
                throw SetError.invalidProperty(change.getKey(), "A bookmark has a url and a title, both texts.");
            }
            newUrl = change.getKey().equals("url") ? text : newUrl;
            newTitle = change.getKey().equals("title") ? text : newTitle;
        }
        if (newUrl.isBlank()) {
            throw SetError.invalidProperty("url", "A bookmark leads somewhere. Give it a url.");
        }
        return new Bookmark(newUrl, newTitle);
    }
}
