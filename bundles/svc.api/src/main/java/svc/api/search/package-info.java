/**
 * Searching in the texts of objects: a capability says what the texts of its objects are ({@code SearchSource}), asks for those
 * that match ({@code SearchQuery}), and gets their numbers ({@code SearchAnswer}); an index, which is another bundle, finds them.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.search;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
