/** Why one photograph of a stack is proposed as the best of it: compared with the others, and short enough for a caption. */
export const reviewStacks = {
  'review.stacks.eyes': 'Eyes open',
  'review.stacks.moreEyes': 'More eyes open',
  'review.stacks.sharper': 'Sharper',
  'review.stacks.exposed': 'Better exposed',
  'review.stacks.eyesSharper': 'Eyes open, and sharper',
  'review.stacks.moreEyesSharper': 'More eyes open, and sharper',
  'review.stacks.eyesExposed': 'Eyes open, and better exposed',
  'review.stacks.moreEyesExposed': 'More eyes open, and better exposed',
  'review.stacks.sharperExposed': 'Sharper, and better exposed',
} as const;
