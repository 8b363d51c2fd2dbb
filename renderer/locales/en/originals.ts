/** Words about originals that are moved once all their work is done. */
export const originals = {
  moved_one: 'One original is in “Done” beside the others. {{keys}} puts it back.',
  moved_other: '{{number}} originals are in “Done” beside the others. {{keys}} puts them back.',
  back_one: 'One original is where it was.',
  back_other: '{{number}} originals are where they were.',
  there_one: 'One was there already.',
  there_other: '{{number}} were there already.',
  notDone_one: 'One stays: not all of its work is done.',
  notDone_other: '{{number}} stay: not all of their work is done.',
  more_one: 'One more could not be moved.',
  more_other: '{{number}} more could not be moved.',
  none: 'No original was moved.',
} as const;
