/** Amounts, and how sentences are joined. */
export const units = {
  paragraph: '{{messages}}',
  /** The language's own tag, for pages that are made in it. */
  'units.language': 'en',
  'units.between': ' ',
  'units.quoted': '“{{text}}”',
  'units.comma': ', ',
  'units.seconds': '{{n}} s',
  'units.minutes': '{{n}} min',
  'units.hours': '{{n}} h',
  'units.hoursMinutes': '{{h}} h {{m}} min',
  'units.days': '{{n}} d',
  'units.today': 'Today, {{time}}',
  'units.yesterday': 'Yesterday, {{time}}',
  'units.bytes': '{{n}} bytes',
  'units.kilobytes': '{{n}} KB',
  'units.megabytes': '{{n}} MB',
  'units.gigabytes': '{{n}} GB',
} as const;
