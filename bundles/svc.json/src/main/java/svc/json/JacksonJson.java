package svc.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.ConstructorDetector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.LRUMap;
import com.fasterxml.jackson.databind.util.LookupCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;

/**
 * Creates JSON bindings with Jackson. Each binding has its own mapper, type factory and cache, so that no shared object
 * keeps the classes of a stopped bundle in memory. Buffers are pooled in the factory instead of in thread locals, so
 * that no thread keeps the classes of this bundle in memory.
 */
@Component(service = Json.class)
public final class JacksonJson implements Json {

    private static final int POOLED_BUFFERS = 32;
    private static final int TYPES_AT_FIRST = 16;
    private static final int TYPES_AT_MOST = 256;
    private static final int LONGEST_NUMBER = 100;

    private final JsonFactory factory;

    /** Creates the factory that all bindings share. */
    @Activate
    public JacksonJson() {
        factory = JsonFactory.builder()
                .recyclerPool(JsonRecyclerPools.newBoundedPool(POOLED_BUFFERS))
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxStringLength(MAX_BYTES)
                        .maxNumberLength(LONGEST_NUMBER)
                        .build())
                .streamWriteConstraints(StreamWriteConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .build())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
                .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                .build();
    }

    @Override
    public Binding binding(Names names) {
        return new JacksonBinding(mapper(names));
    }

    @Override
    public JsonBuffer buffer() {
        return new TextBuffer();
    }

    @Override
    public Optional<Match> find(byte[] json, List<String> steps) {
        try (JsonParser parser = factory.createParser(json)) {
            parser.nextToken();
            return new PointerReader(steps).find(parser, 0);
        } catch (JacksonException e) {
            throw JsonErrorMessages.unreadable(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ObjectMapper mapper(Names names) {
        LookupCache<Object, JavaType> types = new LRUMap<>(TYPES_AT_FIRST, TYPES_AT_MOST);
        return JsonMapper.builder(factory.copy())
                .typeFactory(TypeFactory.defaultInstance().withCache(types))
                .annotationIntrospector(new RecordIntrospector(names))
                .constructorDetector(ConstructorDetector.USE_PROPERTIES_BASED)
                .addModule(new JdkTypesModule())
                .withCoercionConfig(
                        LogicalType.Textual,
                        texts -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .disable(
                        MapperFeature.AUTO_DETECT_IS_GETTERS,
                        MapperFeature.AUTO_DETECT_SETTERS,
                        MapperFeature.ALLOW_COERCION_OF_SCALARS,
                        MapperFeature.DEFAULT_VIEW_INCLUSION)
                .enable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS,
                        DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS, SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
                .build();
    }
}
