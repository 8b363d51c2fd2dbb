/** Why one photograph of a stack is proposed as the best of it: compared with the others, and short enough for a caption. */
export const deskStacks = {
  'desk.stacks.eyes': 'Eyes open',
  'desk.stacks.moreEyes': 'More eyes open',
  'desk.stacks.sharper': 'Sharper',
  'desk.stacks.exposed': 'Better exposed',
  'desk.stacks.eyesSharper': 'Eyes open, and sharper',
  'desk.stacks.moreEyesSharper': 'More eyes open, and sharper',
  'desk.stacks.eyesExposed': 'Eyes open, and better exposed',
  'desk.stacks.moreEyesExposed': 'More eyes open, and better exposed',
  'desk.stacks.sharperExposed': 'Sharper, and better exposed',
} as const;
