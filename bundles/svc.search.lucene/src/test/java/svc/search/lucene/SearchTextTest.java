package svc.search.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.search.lucene.index.SearchFixture;
import svc.testkit.Covers;

/** Tests pairs of a text and a query that matches it, before and after the text is indexed. */
class SearchTextTest {

    @TempDir
    Path home;

    @ParameterizedTest
    @Covers(value = "RFC8621 §4.4.1", part = "how texts are matched")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            # words, case, accents
            The Quick brown FOX          | quick fox
            Crème Brûlée à la carte      | creme brulee
            creme brulee                 | CRÈME Brûlée
            Der Fußweg zur Straße        | strasse
            STRASSE                      | straße
            İstanbul'da yağmur           | istanbul
            ΟΔΥΣΣΕΥΣ και Πηνελόπη        | οδυσσευς πηνελοπη
            Ещё раз, мой друг            | еще мой
            Łódź i Kraków                | lodz krakow
            Đà Nẵng                      | da nang
            مُحَمَّد كتب                   | محمد
            שָׁלוֹם עולם                   | שלום
            हिन्दी में लिखा                | हिन्दी
            ｆｕｌｌ　ｗｉｄｔｈ             | full width
            the ﬁrst ﬂoor                | first floor
            ١٢٣ dirhams                  | 123
            # numbers and pieces
            Invoice 2024-05-01 no. 1,234.56 | 2024-05-01
            Invoice 1,234.56             | "1,234.56"
            call +49 (30) 1234-567       | 1234-567
            foo_bar.baz/qux              | bar
            jean-luc picard              | jean-luc
            costs 5 € today              | €
            party 🎉 tonight             | 🎉
            # apostrophes
            I don't know                 | don't
            I don’t know                 | don't
            I don't know                 | dont
            l'homme qui rit              | homme
            O'Brien wrote                | "O\\'Brien"
            # scripts without spaces
            東京都に住んでいます             | 東京都
            東京都に住んでいます             | 住
            東京都に住んでいます             | 京都
            ｶﾞｷﾞｸﾞ                         | ガギグ
            한국어를 배웁니다                | 한국
            ภาษาไทยง่าย                   | ไทย
            iPhone手机壳                  | iphone 手机
            # beginnings and phrases
            wonderful weather            | wond*
            wonderful weather            | w*
            wonderful weather            | 'wonderful weather'
            the end of the road          | "end of the road"
            jean-luc picard              | jean-l*
            say "hello" to them          | "\\"hello\\" to"
            # addresses
            Anna <anna.meier@mail.example.org> | anna.meier@mail.example.org
            Anna <anna.meier@mail.example.org> | ANNA.MEIER@Mail.Example.ORG
            Anna <anna.meier@mail.example.org> | <anna.meier@mail.example.org>
            Anna <anna.meier@mail.example.org> | @mail.example.org
            Anna <anna.meier@mail.example.org> | @example.org
            Anna <anna.meier@mail.example.org> | example.org
            Anna <anna.meier@mail.example.org> | anna.meier
            Anna <anna.meier@mail.example.org> | meier
            Anna <anna.meier@mail.example.org> | anna.meier@mail.ex*
            Anna <anna.meier@mail.example.org> | anna.m*
            Anna <anna.meier@mail.example.org> | @exam*
            write to bob+news@example.com.     | bob+news@example.com
            o'brien@example.org          | o'brien@example.org
            see www.example.org/path     | example.org
            """)
    void found(String text, String query) throws Exception {
        SearchFixture shelf = SearchFixture.on(home);
        long n = shelf.create(text);
        assertThat(shelf.find(query)).as("fresh").containsExactly(n);
        shelf.follow();
        assertThat(shelf.find(query)).as("indexed").containsExactly(n);
        assertThat(shelf.search()
                        .highlights(
                                Notes.TYPE,
                                svc.api.search.SearchQuery.parse(svc.api.search.SearchQuery.FieldRef.ANYWHERE, query),
                                "title",
                                text))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            The Quick brown FOX          | slow
            The Quick brown FOX          | quick slow
            The Quick brown FOX          | qui
            The Quick brown FOX          | "quick fox"
            The Quick brown FOX          | "brown quick"
            bus station                  | buses
            мой друг                     | мои
            ガギグ                         | カキク
            東京都                         | 京東
            東京 都内                      | 京都
            Anna <anna.meier@mail.example.org> | meier@mail.example.org
            Anna <anna.meier@mail.example.org> | anna@mail.example.org
            Anna <anna.meier@mail.example.org> | anna.meier@example.org
            Anna <anna.meier@mail.example.org> | anna.meier@mail.example.or
            Anna <anna.meier@mail.example.org> | x.anna.meier@mail.example.org
            Anna <anna.meier@mail.example.org> | @xample.org
            Anna <anna.meier@mail.example.org> | @example.or
            Anna <anna.meier@mail.example.org> | nobody@example.org
            joanna@example.org           | anna@example.org
            anna@example.org.uk          | anna@example.org
            wonderful weather            | "wonderful weathers"
            wonderful weather            | eather*
            """)
    void notFound(String text, String query) throws Exception {
        SearchFixture shelf = SearchFixture.on(home);
        shelf.create(text);
        assertThat(shelf.find(query)).as("fresh").isEmpty();
        shelf.follow();
        assertThat(shelf.find(query)).as("indexed").isEmpty();
    }

    /** A query without words matches everything. */
    @Test
    void withoutWords() {
        SearchFixture shelf = SearchFixture.on(home);
        long n = shelf.create("anything");
        assertThat(shelf.find("")).containsExactly(n);
        assertThat(shelf.find(" - ... ")).containsExactly(n);
        assertThat(shelf.find("anything - !")).containsExactly(n);
    }
}
