/** What copying a card says: of one file, of a place, and of the card. */
export const cards = {
  'cards.chooseCard': 'Choose the card, or the folder, to copy from.',
  'cards.choosePlace': 'Choose the folder to copy to.',
  'cards.samePlace': 'Choose two different folders: a second copy in the same one is none.',
  'cards.onCard': 'The folder “{{folder}}” is on the card itself. Choose one that is somewhere else.',
  'cards.noCard': 'The card “{{folder}}” cannot be read. Put it in, or choose another folder.',
  'cards.noPlace': 'The folder “{{folder}}” is not there. Choose another one, or connect its disk.',
  'cards.nothing': 'There are no photographs on “{{folder}}”.',
  'cards.noRoom':
    'The disk with “{{folder}}” has {{free}} free, and the copies need {{needed}}. Free some space, or choose another folder.',
  'cards.unreadable':
    '“{{name}}” cannot be read from the card, so there is no copy of it. Try another card reader, then copy again: what is there stays.',
  'cards.changed': '“{{name}}” changed while it was copied, so there is no copy of it. Copy again.',
  'cards.notTheSame':
    '“{{name}}” read back from “{{folder}}” was not what is on the card, so that copy was removed. Check the disk and its cable, then copy again.',
  'cards.notWritten': '“{{name}}” could not be written to “{{folder}}”. {{why}}',
  'cards.fault': 'Try again.',
  'cards.besideChanged':
    '“{{name}}” in “{{folder}}” is not the one on the card. It was left as it is, and the one on the card was not copied.',
  'cards.renamed': 'Another file is called “{{name}}” in one of the folders. The copy in “{{folder}}” is “{{copy}}”.',
  'cards.cardGone': 'The card “{{folder}}” was taken out. Put it in again and copy again: what is there stays.',
  'cards.placeEnded': 'Nothing more was copied to “{{folder}}”. {{why}}',
} as const;
