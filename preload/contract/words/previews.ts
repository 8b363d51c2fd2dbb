/** Why there is no preview. */
export const previews = {
  'previews.replaced': 'A newer preview took its place.',
  'previews.failed': 'The preview could not be made. Choose another photograph.',
} as const;
