/** What is said of a studio: its database, its shares, and what comes from there. */
export const studio = {
  'studio.address.unreadable':
    'This is no address of a studio’s database. It reads like postgres://nas.local/burnish, or nas.local:5432.',
  'studio.address.otherDatabase': 'A studio’s database is a PostgreSQL: its address begins with postgres://.',
  'studio.address.password':
    'The address has a password in it, where others could read it. Leave it out, and give it in the environment variable PGPASSWORD, in a file that only you can read, or in the key store.',
  'studio.address.query':
    'The address must not contain ? or #. Encryption needs no option: beyond this computer the connection always is.',

  'studio.password.noVariable': 'The environment variable {{name}} has no password in it.',
  'studio.password.noLine': 'The first line of the password file {{file}} is empty. Write the password there.',
  'studio.password.unreadable': 'The password file {{file}} cannot be read ({{code}}).',
  'studio.password.openToOthers':
    'Others on this computer may read the password file {{file}}. Make it readable by you alone (chmod 600), then try again.',

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
