package svc.search.lucene;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/** Erases the search indexes of an account, including those that were moved aside. */
@Component(service = ErasureStep.class)
public final class SearchErasure implements ErasureStep {

    private final LuceneSearch search;

    @Activate
    public SearchErasure(@Reference LuceneSearch search) {
        this.search = search;
    }

    @Override
    public String namespace() {
        return "search";
    }

    @Override
    public boolean erase(ErasedAccount who, Transaction tx, Pace pace) {
        search.erase(who.account().n());
        return false;
    }
}
