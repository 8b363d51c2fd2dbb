/** Words of what Burnish's own look at a result finds wrong with it. */
export const looks = {
  title: 'Look at this',
  filter: 'May need a look: {{number}}',
  kinds: {
    empty: 'Nothing may be left in this cutout',
    whole: 'The background may not have been removed',
    missing: 'Part of the subject may be missing',
    left: 'Some of the background may be left',
    halo: 'The edge may have a fringe of the old background',
    moved: 'The picture may have been moved',
    other: 'This may be another photograph',
    face: 'A face may be missing, or one too many',
    person: 'This may be another person’s face',
  },
  show: 'Show where',
  right: 'Looks right',
  rightHelp: 'Takes this mark away for good.',
} as const;
