/** What is said where photographs are looked at closely. */
export const reviewLoupe = {
  'review.did.decidedVersions_one': 'Changed what was decided about one result',
  'review.did.decidedVersions_other': 'Changed what was decided about {{count}} results',
  'review.did.saidRight_one': 'Said that one result looks right',
  'review.did.saidRight_other': 'Said that {{count}} results look right',
  'review.faces.gone':
    'Burnish cannot look for faces: the photograph is not here or cannot be read, and no preview of it is kept.',
  'review.faces.noEngine': 'Burnish cannot look for faces: the built-in engine does not answer.',
} as const;
