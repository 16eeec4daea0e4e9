package svc.search.lucene;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** Erases the indexes of an account: folders of its own, also those that were set aside. */
@Component(service = ErasureStep.class)
public final class SearchErasure implements ErasureStep {

    private final LuceneSearch search;

    /** Erases here. */
    @Activate
    public SearchErasure(@Reference LuceneSearch search) {
        this.search = search;
    }

    @Override
    public String namespace() {
        return "search";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        search.erase(who.account().n());
        return false;
    }
}
