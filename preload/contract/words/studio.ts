/** What is said of a studio: its database, its shares, and what comes from there. */
export const studio = {
  'studio.share.unknown': 'This computer has no share called “{{share}}”. Say which folder it is here, then try again.',
  'studio.share.leadsOut': '“{{path}}” leads out of the share “{{share}}”, so Burnish leaves it alone.',
  'studio.share.noPath':
    'The studio’s database names “{{path}}”, which is not inside a share, so Burnish leaves it alone.',
  'studio.share.unreachable':
    'The share “{{share}}” cannot be reached ({{code}}). Check the folder {{folder}} and the network, then try again.',
  'studio.share.unknownPlace':
    'Whether “{{path}}” is in a share cannot be told, since it cannot be reached ({{code}}).',

  'studio.recipe.unknown':
    'The studio’s database has a recipe that this Burnish cannot use: it is damaged, or of a newer Burnish. Update Burnish, or save the recipe again.',
} as const;
