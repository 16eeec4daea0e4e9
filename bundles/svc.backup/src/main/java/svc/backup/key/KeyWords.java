package svc.backup.key;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The form of a key as 24 words of four letters. A word is consonant, vowel, consonant, vowel and has 12 bits; the words
 * contain the 32 bytes of the key and the first 4 bytes of their SHA-256 hash.
 */
final class KeyWords {

    private static final String CONSONANTS = "bdfghjklmnprstvz";
    private static final String VOWELS = "aiou";
    private static final int WORDS = 24;
    private static final int CHECK = 4;
    private static final int WORD_BITS = 12;
    private static final int BYTES = WORDS * WORD_BITS / Byte.SIZE;
    private static final int WORD_MASK = (1 << WORD_BITS) - 1;
    private static final Pattern NUMBERING = Pattern.compile("^[0-9]+[.):]?");

    private KeyWords() {}

    /** Returns the words of a key. */
    static List<String> of(byte[] key) {
        byte[] bytes = Arrays.copyOf(key, BYTES);
        System.arraycopy(check(key), 0, bytes, key.length, CHECK);
        List<String> words = new ArrayList<>();
        int bits = 0;
        int held = 0;
        for (byte next : bytes) {
            bits = bits << Byte.SIZE | Byte.toUnsignedInt(next);
            held += Byte.SIZE;
            if (held >= WORD_BITS) {
                held -= WORD_BITS;
                words.add(word(bits >>> held & WORD_MASK));
            }
        }
        return words;
    }

    /**
     * Returns the key of words that are separated by white space, in upper or lower case, with or without numbers.
     *
     * @throws IllegalArgumentException the text is not the words of a key; the message contains no word
     */
    static byte[] read(String text) {
        List<String> words = Arrays.stream(text.toLowerCase(Locale.ROOT).split("\\s+"))
                .map(word -> NUMBERING.matcher(word).replaceFirst(""))
                .filter(word -> !word.isEmpty())
                .toList();
        byte[] bytes = new byte[BYTES];
        for (int at = 0; at < words.size(); at++) {
            int value = value(words.get(at));
            if (value < 0) {
                throw new IllegalArgumentException("Word " + (at + 1)
                        + " is not a word of a backup key. Each word has four letters: one of " + CONSONANTS
                        + ", one of " + VOWELS + ", and the same again.");
            }
            if (at < WORDS) {
                put(bytes, at, value);
            }
        }
        if (words.size() != WORDS) {
            throw new IllegalArgumentException("A backup key has " + WORDS + " words, not " + words.size() + ".");
        }
        byte[] key = Arrays.copyOf(bytes, BYTES - CHECK);
        if (!MessageDigest.isEqual(check(key), Arrays.copyOfRange(bytes, BYTES - CHECK, BYTES))) {
            throw new IllegalArgumentException(
                    "The check of the backup key fails: words are mistyped or in the wrong order.");
        }
        return key;
    }

    private static String word(int value) {
        int first = value >>> 6;
        int second = value & 0x3f;
        return syllable(first) + syllable(second);
    }

    private static String syllable(int bits) {
        return "" + CONSONANTS.charAt(bits >>> 2) + VOWELS.charAt(bits & 3);
    }

    private static int value(String word) {
        if (word.length() != 4) {
            return -1;
        }
        int value = 0;
        for (int at = 0; at < word.length(); at++) {
            String letters = at % 2 == 0 ? CONSONANTS : VOWELS;
            int letter = letters.indexOf(word.charAt(at));
            if (letter < 0) {
                return -1;
            }
            value = value * letters.length() + letter;
        }
        return value;
    }

    /** Sets the 12 bits of a word. */
    private static void put(byte[] bytes, int word, int value) {
        int at = word * WORD_BITS / Byte.SIZE;
        if (word % 2 == 0) {
            bytes[at] = (byte) (value >>> 4);
            bytes[at + 1] |= (byte) (value << 4);
        } else {
            bytes[at] |= (byte) (value >>> Byte.SIZE);
            bytes[at + 1] = (byte) value;
        }
    }

    private static byte[] check(byte[] key) {
        try {
            return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(key), CHECK);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
