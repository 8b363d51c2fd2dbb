/** Words about picks that start work. */
export const picks = {
  menu: 'When picked…',
  title: 'When photographs of “{{title}}” are picked',
  mark: 'What starts it',
  marks: {
    picked: 'A pick (P)',
    client: 'A pick of a client’s',
    red: 'The label red',
    yellow: 'The label yellow',
    green: 'The label green',
    blue: 'The label blue',
    purple: 'The label purple',
  },
  recipe: 'Process with',
  help: 'It begins some seconds after the pick, also for those that are picked already, and once for each photograph. To take a pick back does not stop what has begun. What it costs is asked about as always.',
  start: 'Start',
  stop: 'Stop',
  on: {
    picked: 'What is picked here is processed with “{{recipe}}”.',
    client: 'What a client picks here is processed with “{{recipe}}”.',
    label: 'What gets the label {{label}} here is processed with “{{recipe}}”.',
    gone: 'What is picked here would be processed, but its recipe is gone.',
  },
  change: 'Change…',
  list: 'Picks that start work',
  of: '{{title}}: {{rule}}',
} as const;
