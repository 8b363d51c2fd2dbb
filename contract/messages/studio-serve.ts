/** What is said of a PostgreSQL of one's own: `burnish studio serve`. */
export const studioServe = {
  'studio.serve.fetching': 'PostgreSQL is being downloaded from {{host}} (about {{size}}).',
  'studio.serve.making': 'A new database is being made in {{folder}}.',
  'studio.serve.running':
    'PostgreSQL is running, for this computer alone: {{address}}. Its password is in the file {{file}}.',
  'studio.serve.next': 'To make it a studio, once, type in another terminal: {{command}}',
  'studio.serve.stop': 'Ctrl-C ends it. What is in it is kept, and the same command goes on with it.',
  'studio.serve.stopped': 'PostgreSQL has ended; what is in it is kept in {{folder}}.',

  'studio.serve.elsewhere':
    'PostgreSQL is running on the folder {{folder}} already; use that one, or name another folder.',
  'studio.serve.otherVersion':
    'The database in {{folder}} is one of PostgreSQL {{found}}, which this PostgreSQL {{major}} does not read; name another folder.',
  'studio.serve.portTaken': 'Another program uses port {{port}} of this computer; name another one with --port.',
  'studio.serve.noPassword':
    'The file {{file}} is gone, and with it the password of the database beside it; put it back, or name another folder.',
  'studio.serve.noPrograms':
    'There is no PostgreSQL to download for this kind of computer ({{platform}}); use one that is installed, as docs/studio.md says.',
  'studio.serve.notUnpacked':
    'The file {{file}} was downloaded but could not be unpacked, which takes the program tar.',
  'studio.serve.root': 'PostgreSQL does not run as root; give this command as another user.',
  'studio.serve.foreignOwner':
    '“{{path}}” belongs to another user, who could change the programs and the database that are run from there. Name a folder of your own.',
  'studio.serve.writableByOthers':
    'Other users of this computer can write to “{{path}}”, and could change the programs and the database that are run from there. Take that right from them (chmod go-w), or name another folder.',
  'studio.serve.failed': 'PostgreSQL did not start. It says: {{reason}}',
  'studio.serve.ended': 'PostgreSQL ended by itself. It says: {{reason}}',
} as const;
