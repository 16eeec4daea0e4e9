package svc.search.lucene.query;

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
import svc.search.lucene.analysis.AnalyzedDocument;
import svc.search.lucene.analysis.IndexFields;

/** Converts queries to Lucene queries for one reader. */
public final class LuceneQueries {

    private final IndexReader reader;

    public LuceneQueries(IndexReader reader) {
        this.reader = reader;
    }

    public Query query(AnalyzedQuery wanted) throws IOException {
        if (wanted instanceof AnalyzedQuery.Phrase run) {
            List<Query> fields = new ArrayList<>();
            for (String field : run.fields()) {
                fields.add(run(field, run));
            }
            return booleanQuery(fields, Occur.SHOULD);
        } else if (wanted instanceof AnalyzedQuery.Term flag) {
            return new TermQuery(new Term(flag.field(), flag.term()));
        } else if (wanted instanceof AnalyzedQuery.And and) {
            return booleanQuery(all(and.parts()), Occur.MUST);
        } else if (wanted instanceof AnalyzedQuery.Or any) {
            return any.parts().isEmpty() ? new MatchNoDocsQuery() : booleanQuery(all(any.parts()), Occur.SHOULD);
        } else if (wanted instanceof AnalyzedQuery.Not not) {
            return new BooleanQuery.Builder()
                    .add(new MatchAllDocsQuery(), Occur.MUST)
                    .add(query(not.part()), Occur.MUST_NOT)
                    .build();
        }
        return new MatchAllDocsQuery();
    }

    private List<Query> all(List<AnalyzedQuery> parts) throws IOException {
        List<Query> queries = new ArrayList<>();
        for (AnalyzedQuery part : parts) {
            queries.add(query(part));
        }
        return queries;
    }

    private static Query booleanQuery(List<Query> queries, Occur occur) {
        if (queries.size() == 1) {
            return queries.get(0);
        }
        BooleanQuery.Builder builder = new BooleanQuery.Builder();
        queries.forEach(query -> builder.add(query, occur));
        return builder.build();
    }

    private Query run(String field, AnalyzedQuery.Phrase run) throws IOException {
        Term last = new Term(field, run.last().term());
        if (run.terms().size() == 1) {
            return run.beginning() ? prefixQuery(field, last) : new TermQuery(last);
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
        Term[] ends = termsWithPrefix(field, last.bytes());
        return ends.length == 0
                ? new MatchNoDocsQuery()
                : phrase.add(ends, run.last().at()).build();
    }

    /**
     * Returns the query for a prefix. A short prefix matches many words, so short prefixes are indexed as separate
     * terms.
     */
    private static Query prefixQuery(String field, Term term) {
        boolean isShort = term.text().length() <= AnalyzedDocument.FIRST_LETTERS
                && term.text().indexOf(0) < 0;
        return isShort ? new TermQuery(new Term(field + IndexFields.BEGINNINGS, term.text())) : new PrefixQuery(term);
    }

    private Term[] termsWithPrefix(String field, BytesRef beginning) throws IOException {
        List<Term> found = new ArrayList<>();
        Terms terms = MultiTerms.getTerms(reader, field);
        if (terms != null) {
            TermsEnum iterator = terms.iterator();
            boolean more = iterator.seekCeil(beginning) != TermsEnum.SeekStatus.END;
            BytesRef term = more ? iterator.term() : null;
            while (term != null && StringHelper.startsWith(term, beginning)) {
                found.add(new Term(field, BytesRef.deepCopyOf(term)));
                term = iterator.next();
            }
        }
        return found.toArray(new Term[0]);
    }
}
