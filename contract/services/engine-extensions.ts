/** Extensions of the interface, only for clients that request them: strict clients reject unknown fields. */

/** Header with a comma-separated list of `extensions`. */
export const extensionsHeader = 'burnish-extensions';

/** `dense_features`: see `dense_feature_length`; `small_face`: a warning of skin-analysis. */
export const extensions = ['network', 'dense_features', 'small_face'] as const;
export type Extension = (typeof extensions)[number];
