/**
 * Full-text search: a capability supplies the texts of its objects ({@code SearchSource}), runs queries
 * ({@code SearchQuery}), and gets the numbers of the matching objects ({@code SearchResult}). The index itself is
 * another bundle.
 */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.search;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
