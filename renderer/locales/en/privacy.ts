/** Words about what leaves the computer, and about what is forgotten. */
export const privacy = {
  here: 'Everything stays on this computer.',
  local: 'The photographs go to another program on this computer: {{host}}.',
  away: 'The photographs leave this computer: they are sent to {{host}}, without their metadata.',
  awayPlain:
    'The photographs leave this computer: they are sent to {{host}}, without their metadata, and unencrypted: anyone on the way can see them.',
  forget: {
    action: 'Forget face data…',
    menu: 'More about “{{name}}”',
    title: 'Forget the face data of “{{name}}”?',
    text_one:
      '{{count}} analysis is deleted for good: landmarks, ratings and everything else that was found in its photograph. The photographs and result images stay. Another analysis may cost credits.',
    text_other:
      '{{count}} analyses are deleted for good: landmarks, ratings and everything else that was found in their photographs. The photographs and result images stay. Another analysis may cost credits.',
    left_one: '{{count}} is kept, because work on its photograph has not finished.',
    left_other: '{{count}} are kept, because work on their photographs has not finished.',
    yes: 'Forget',
    done_one: '{{count}} analysis is forgotten.',
    done_other: '{{count}} analyses are forgotten.',
    nothing: 'There is no face data to forget in this batch.',
    gone: 'These findings were forgotten.',
    mark: 'Forgotten',
  },
  settings: {
    title: 'Privacy',
    forget: 'Forget face data',
    forgetHelp: 'Landmarks, ratings and other findings are deleted automatically. Result images stay.',
    never: 'Never',
    after_one: 'After {{count}} day',
    after_other: 'After {{count}} days',
  },
} as const;
