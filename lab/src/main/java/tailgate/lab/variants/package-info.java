/**
 * Experiments that compare variants of a server under one load: each variant has its Java, its
 * options and its path, may be asked by a second, rarer kind of request, by users who keep it busy,
 * or by slow readers, meanwhile, and may be at the other end of a line.
 *
 * <p>{@link tailgate.lab.variants.Carriers}, {@link tailgate.lab.variants.Mixed}, {@link
 * tailgate.lab.variants.Idlers}, {@link tailgate.lab.variants.Locals}, {@link
 * tailgate.lab.variants.Computing}, {@link tailgate.lab.variants.NewConnections}, {@link
 * tailgate.lab.variants.Sizing}, {@link tailgate.lab.variants.Distance}, {@link
 * tailgate.lab.variants.Jvm} and {@link tailgate.lab.variants.Threads} say what each of them asks,
 * what would refute it, and what notices that something else was measured.
 */
@NullMarked
package tailgate.lab.variants;

import org.jspecify.annotations.NullMarked;
