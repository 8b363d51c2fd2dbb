/** Words about batches of which a few photographs are done first. */
export const trial = {
  panel: 'A first look',
  running: 'The first photographs of {{title}} are being processed',
  ready_one: 'The first photograph of {{title}} is finished: take a look',
  ready_other: 'The first {{count}} photographs of {{title}} are finished: take a look',
  left_one: 'One more waits for your word.',
  left_other: '{{count}} more wait for your word.',
  look: 'Show them',
  other: 'Another recipe…',
  stop: 'Stop',
  goOn_one: 'Process the other one',
  goOn_other: 'Process the other {{count}}',
  recipe: {
    label: 'Try it out',
    off: 'No, process all photographs at once',
    first: 'Process the first three, then wait for a look',
    spread: 'Process three that differ, then wait for a look',
    short: { first: 'first three, then a look', spread: 'three that differ, then a look' },
  },
} as const;
