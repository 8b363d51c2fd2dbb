/** What the built-in engine can answer beyond the interface. Only who asks gets it, so that strict clients meet nothing they do not know. */

/** The request header that names some of `extensions`, with commas between them. */
export const extensionsHeader = 'burnish-extensions';

/**
 * `network`: which network cut the photograph out. `dense_features`: the numbers that `dense_feature_length` announces.
 * `small_face`: a warning of skin-analysis about a face that is too small for reliable findings.
 */
export const extensions = ['network', 'dense_features', 'small_face'] as const;
export type Extension = (typeof extensions)[number];
