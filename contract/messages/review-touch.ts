/** What is said of touching up by hand. */
export const reviewTouch = {
  'review.touch.gone': 'This result is no longer in the list.',
  'review.touch.notThis':
    '“{{name}}” is neither a cutout nor a retouch of its photograph. Only those can be touched up.',
  'review.touch.afterCutout':
    '“{{name}}” was cut out before it was retouched. At less than full strength its background would come back.',
  'review.touch.originalAway':
    'The photograph “{{name}}” is not in {{folder}}. Touching up needs the photograph itself: the preview that is kept of it is too small. Connect its disk, or choose “Find…” if it was moved.',
  'review.touch.resultAway':
    '“{{name}}” is not in {{folder}}. Touching up begins with that file. Connect its disk, or choose “Find…” if it was moved.',
  'review.touch.otherOriginal':
    '“{{name}}” in {{folder}} is another file than the photograph this result was made from. Touching up needs that photograph: put it back in its place.',
  'review.touch.otherResult':
    '“{{name}}” in {{folder}} was changed or replaced by another file. Touch-up begins with the result as it was made. Restore that file first.',
  'review.touch.otherStays':
    'The version “{{name}}” was taken off the list. The file of that name in {{folder}} is another one by now, so it stays where it is.',
  'review.touch.originalStays':
    'The version “{{name}}” was taken off the list. Its file in {{folder}} was also taken in as a photograph of its own, so it stays where it is.',
  'review.touch.noRoom':
    'There is not enough room for the work on “{{name}}”. Free some space on the disk with the data folder and choose Done again. Your strokes are still here.',
  'review.touch.listedLater':
    '“{{name}}” is written. It is listed when the data folder can be written to again, at the next start at the latest.',
  'review.touch.ended': 'Touching up ended unexpectedly. Open it again; the result and its versions are as they were.',
  'review.touch.notByHand': 'Only versions that were touched up here can be removed.',
  'review.touch.noTrash': '“{{name}}” could not be moved to the Trash. It stays where it is.',
  'review.did.removedVersion': 'Removed the version “{{name}}”',
  'review.did.savedVersion': 'Saved the version “{{name}}”',
} as const;
