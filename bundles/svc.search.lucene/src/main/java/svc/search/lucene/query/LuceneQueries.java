package svc.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/** Says a query in the words of Lucene, for one reader. */
final class LuceneQueries {

    private final IndexReader reader;

    LuceneQueries(IndexReader reader) {
        this.reader = reader;
    }

    Query query(Wanted wanted) throws IOException {
        if (wanted instanceof Wanted.Run run) {
            List<Query> fields = new ArrayList<>();
            for (String field : run.fields()) {
                fields.add(run(field, run));
            }
            return together(fields, Occur.SHOULD);
        } else if (wanted instanceof Wanted.Flag flag) {
            return new TermQuery(new Term(flag.field(), flag.term()));
        } else if (wanted instanceof Wanted.Every every) {
            return together(all(every.parts()), Occur.MUST);
        } else if (wanted instanceof Wanted.Any any) {
            return any.parts().isEmpty() ? new MatchNoDocsQuery() : together(all(any.parts()), Occur.SHOULD);
        } else if (wanted instanceof Wanted.None none) {
            return new BooleanQuery.Builder()
                    .add(new MatchAllDocsQuery(), Occur.MUST)
                    .add(query(none.part()), Occur.MUST_NOT)
                    .build();
        }
        return new MatchAllDocsQuery();
    }

    private List<Query> all(List<Wanted> parts) throws IOException {
        List<Query> queries = new ArrayList<>();
        for (Wanted part : parts) {
            queries.add(query(part));
        }
        return queries;
    }

    private static Query together(List<Query> queries, Occur occur) {
        if (queries.size() == 1) {
            return queries.get(0);
        }
        BooleanQuery.Builder builder = new BooleanQuery.Builder();
        queries.forEach(query -> builder.add(query, occur));
        return builder.build();
    }

    private Query run(String field, Wanted.Run run) throws IOException {
        Term last = new Term(field, run.last().term());
        if (run.terms().size() == 1) {
            return run.beginning() ? beginning(field, last) : new TermQuery(last);
        }
        if (!run.beginning()) {
            PhraseQuery.Builder phrase = new PhraseQuery.Builder();
            run.terms().forEach(step -> phrase.add(new Term(field, step.term()), step.at()));
            return phrase.build();
        }
        MultiPhraseQuery.Builder phrase = new MultiPhraseQuery.Builder();
        run.terms()
                .subList(0, run.terms().size() - 1)
                .forEach(step -> phrase.add(new Term[] {new Term(field, step.term())}, step.at()));
        Term[] ends = begun(field, last.bytes());
        return ends.length == 0
                ? new MatchNoDocsQuery()
                : phrase.add(ends, run.last().at()).build();
    }

    /** Few letters begin many words: those are terms of their own. */
    private static Query beginning(String field, Term term) {
        boolean few =
                term.text().length() <= TextTerms.FIRST_LETTERS && term.text().indexOf(0) < 0;
        return few ? new TermQuery(new Term(field + Fields.BEGINNINGS, term.text())) : new PrefixQuery(term);
    }

    private Term[] begun(String field, BytesRef beginning) throws IOException {
        List<Term> found = new ArrayList<>();
        Terms terms = MultiTerms.getTerms(reader, field);
        if (terms != null) {
            TermsEnum each = terms.iterator();
            boolean more = each.seekCeil(beginning) != TermsEnum.SeekStatus.END;
            BytesRef term = more ? each.term() : null;
            while (term != null && StringHelper.startsWith(term, beginning)) {
                found.add(new Term(field, BytesRef.deepCopyOf(term)));
                term = each.next();
            }
        }
        return found.toArray(new Term[0]);
    }
}
