/** Answers to the window. */
export const ipc = {
  'ipc.holder': 'The queue is run by {{what}} (process {{pid}}).',
  'ipc.holder.noKey':
    'The queue is run by {{what}} (process {{pid}}), which has no key for this service. End it, and this window goes on.',
  'ipc.trouble.locked': 'Another program is using Burnish’s database.',
  'ipc.trouble.full': 'The disk with Burnish’s data folder is full.',
  'ipc.trouble.damaged': 'Burnish’s database is damaged.',
  'ipc.trouble.readOnly':
    'Nothing can be written to Burnish’s data folder. Make it writable, then start Burnish again.',
  'ipc.trouble.gone': 'Burnish’s data folder is gone.',
  'ipc.unchanged': 'Nothing was changed.',
  'ipc.stranger': 'This request did not come from the window of Burnish.',
  'ipc.tooMuch': 'This is too much at once. Drop the folder they are in.',
  'ipc.fault': 'Something went wrong inside Burnish. The log has the details (Settings, Advanced).',
} as const;
