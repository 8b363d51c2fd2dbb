/** Why there is no preview. */
export const previews = {
  'previews.replaced': 'A newer preview took its place.',
  'previews.failed': 'The preview could not be made. Choose another photograph.',
  'previews.trialGone': 'The preview is out of date. Change something above to have it made again.',
} as const;
