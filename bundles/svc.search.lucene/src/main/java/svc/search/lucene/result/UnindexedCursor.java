package svc.search.lucene.result;

import java.util.List;
import svc.search.lucene.index.UnindexedDocument;

/** Iterates over the matching objects that are not indexed yet. */
final class UnindexedCursor implements Cursor {

    private final List<UnindexedDocument> texts;
    private int at = -1;

    UnindexedCursor(List<UnindexedDocument> texts) {
        this.texts = texts;
    }

    @Override
    public boolean next() {
        return ++at < texts.size();
    }

    @Override
    public long n() {
        return texts.get(at).n();
    }

    @Override
    public long order() {
        return texts.get(at).order();
    }
}
