package svc.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.config.ByteSize;

/** Parsing and formatting of byte sizes. */
class ByteSizeTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "4096, 4096",
        "12B, 12",
        "2GB, 2000000000",
        "500 MB, 500000000",
        "1GiB, 1073741824",
        "1.5 gb, 1500000000",
        "64KiB, 65536",
        "3tib, 3298534883328",
    })
    void aSizeIsANumberWithAUnit(String text, long bytes) {
        assertThat(ByteSize.parse(text)).hasValue(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GB", "2G", "-1", "1 000", "2 XB", "0.3B", "9999999999GB", "1e9", "2GB 3"})
    void otherTextsAreNoSize(String text) {
        assertThat(ByteSize.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 bytes",
        "1, 1 byte",
        "999, 999 bytes",
        "1000, 1 kB",
        "1940000000, 1.9 GB",
        "999999, 1 MB",
        "84345000000, 84.3 GB",
        "270553174016, 271 GB",
        "2000000000000000, 2000 TB",
    })
    void aSizeIsShownRoundedWithItsUnit(long bytes, String text) {
        assertThat(ByteSize.text(bytes)).isEqualTo(text);
    }
}
