/** Words of looking closely: comparing, surveying, and the ways to look at one photograph. */
export const look = {
  back: { grid: 'Back to the grid', loupe: 'Back to the photograph' },
  caption: 'Picture {{n}} of {{total}}: {{name}}',
  loading: 'Loading…',
  left_one: '{{count}} more does not fit beside these.',
  left_other: '{{count}} more do not fit beside these.',
  gone: 'This photograph is no longer in the list.',
  compare: {
    open: 'Compare',
    photographs_one: 'Comparing {{count}} photograph',
    photographs_other: 'Comparing {{count}} photographs',
    results_one: 'Comparing {{count}} result of {{name}}',
    results_other: 'Comparing {{count}} results of {{name}}',
    hint: '↑ ↓ change the framed one. Alt-drag moves one alone.',
    nothing: 'There is nothing to compare this photograph with.',
  },
  survey: {
    label: 'Survey',
    photographs_one: 'Survey of {{count}} photograph',
    photographs_other: 'Survey of {{count}} photographs',
    takeOut: 'Take {{name}} out of the survey',
  },
  ways: {
    slider: 'Slider',
    flicker: 'Before or after, in place',
    difference: 'Difference',
    differenceTimes: 'Difference × {{n}}',
  },
  peaking: 'Focus peaking at full size',
  /** Beside icons, where there is room: the beginning of what they are called. */
  names: { flicker: 'Before or after', peaking: 'Focus' },
  faces: {
    next: 'Next face',
    looking: 'Looking for faces…',
    at: 'Face {{n}} of {{total}}',
    none: 'No face was found in this photograph.',
    otherShape: 'This result has another shape than its photograph, so its faces cannot be found by it.',
  },
  autoAdvance: 'Auto advance',
  autoAdvanceText: 'Go on to the next photograph after each decision. Caps Lock does the same while it is on.',
} as const;
