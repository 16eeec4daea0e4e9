package svc.blobs.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteRangeTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            -                     | 10 | whole
            bytes=0-0             | 10 | 0+1
            bytes=0-9             | 10 | 0+10
            bytes=0-10            | 10 | 0+10
            bytes=9-              | 10 | 9+1
            bytes=10-             | 10 | beyond
            bytes=5-4             | 10 | whole
            bytes=-1              | 10 | 9+1
            bytes=-10             | 10 | 0+10
            bytes=-11             | 10 | 0+10
            bytes=-0              | 10 | beyond
            bytes=-               | 10 | whole
            bytes=-5              | 0  | whole
            bytes=0-              | 0  | beyond
            Bytes= 2-3            | 10 | 2+2
            bytes=0-1,3-4         | 10 | whole
            lines=0-1             | 10 | whole
            bytes=a-b             | 10 | whole
            bytes=0-99999999999999999999999 | 10 | 0+10
            bytes=99999999999999999999999-  | 10 | beyond
            bytes=-99999999999999999999999  | 10 | 0+10
            """)
    void reads(String field, long size, String meaning) {
        ByteRange range = ByteRange.read(Optional.ofNullable(field), size);
        String told = "whole";
        if (range instanceof ByteRange.Part part) {
            told = part.from() + "+" + part.length();
        } else if (range instanceof ByteRange.Beyond) {
            told = "beyond";
        }
        assertThat(told).isEqualTo(meaning);
    }
}
