/** What the store says: of jobs and what is done to them, of its database and what is wrong with that. */
export const store = {
  /** What comes with Burnish, by its name. */
  'store.named': '{{name}}',
  'store.variants.removed': 'Another result was kept. “{{name}}” went to the trash.',
  'store.job.takenIn': 'Added to the queue.',
  'store.job.queuedAgain': 'Queued again.',
  'store.job.askedAgain': 'Asking the service for the result again.',
  'store.job.fetchedAgain': 'Fetching the results again.',
  'store.job.sentAgain': 'Sent again, as you decided.',
  'store.batch.again': '{{title}}, again',
  'store.job.redirected': 'Results go to {{folder}} now.',

  'store.cancelled.unsent': 'Canceled.',
  'store.cancelled.sending':
    'Canceled while it was being sent. The service may have taken and charged it all the same.',
  'store.cancelled.atService':
    'Canceled while it was at the service, which may charge for it. “Retry” brings the result home.',
  'store.cancelled.finished': 'Canceled. The service has finished it; “Retry” brings the result home.',
  'store.cancelled.home': 'Canceled. The service has finished it; “Retry” writes the result.',
  'store.cancelled.givenUp': 'Given up. The service may have charged for it.',

  'store.same.goesFirst': 'The photograph with the same content is held, so this one goes first.',
  'store.same.finished': 'A photograph with the same content is finished, so this one gets its result.',
  'store.same.failed': 'The photograph with the same content could not be processed.',
  'store.same.inQueue':
    'A photograph with the same content is in the queue already. The service is asked once for both.',
  'store.same.cancelled':
    'A photograph with the same content was canceled after it had been sent. The service may have charged it. Send this one, or give up?',

  'store.unknownFate':
    'Burnish’s database was damaged, and nobody knows whether this photograph was sent before that. The service may have charged it. Send it again, or give up?',
  'store.uncertainElsewhere':
    '“{{service}}” may have charged for this photograph already. Send it to “{{other}}” as well, or give up?',

  'store.move.unfinished':
    'An earlier move of “{{name}}” is not finished. Connect its disk, or wait until the other Burnish process has finished, then try again.',
  'store.move.interrupted': 'The move of “{{name}}” to “{{folder}}” was interrupted and could not be finished. {{why}}',
  'store.move.blocked': 'Another file has the name “{{name}}” in “{{folder}}”. Move that file away, then try again.',

  'store.trouble.over': 'Burnish’s database can be used again; work goes on.',
  'store.trouble.locked': 'Another program is using Burnish’s database. Burnish waits, and goes on by itself.',
  'store.trouble.full':
    'The disk with Burnish’s data folder is full ({{folder}}). Make room; Burnish then carries on by itself.',
  'store.trouble.inUse': 'Another program is using Burnish’s database. Try again when it has finished.',
  'store.trouble.inUse_terminal':
    'Another program is using Burnish’s database. Run this command again when that one has ended.',
  'store.trouble.noRoom': 'The disk with Burnish’s data folder is full ({{folder}}). Make room, then try again.',
  'store.trouble.damaged': 'Burnish’s database is damaged. Burnish ends now, and repairs it when you start it again.',
  'store.trouble.readOnly':
    'Nothing can be written to Burnish’s data folder ({{folder}}): the folder or its disk is read-only. Make it writable, then start Burnish again.',
  'store.trouble.gone':
    'Burnish’s data folder is gone, or its disk was removed ({{folder}}). Put it back, then start Burnish again.',
  'store.trouble.notRepaired':
    'Burnish’s database {{file}} is damaged. It can be repaired when nothing else has it open: quit every Burnish, then start it again.',
  'store.trouble.tooNew':
    'The database {{file}} was made by a newer version of Burnish. Install that version, or choose another folder.',

  'store.unsound.unread': 'Part of the database could not be read.',
  'store.unsound.noFile': 'The file is empty or gone.',
  'store.unsound.log': 'Its log is damaged.',
  'store.unsound.empty': 'The database is empty.',
  'store.unsound.older': 'The database is older than it was.',
  'store.unsound.tables': 'Its tables are not those of its version.',
  'store.unsound.version': 'The number of its version is wrong.',
  'store.unsound.choice': 'A recipe, a watch folder or a service is not what was saved.',
  'store.unsound.index': 'The index {{name}} disagrees with its table.',
  'store.unsound.job': 'Job {{id}} cannot be read.',

  'store.rescue.repaired': 'Burnish’s database was damaged and has been repaired.',
  'store.rescue.allThere': 'No photograph was lost.',
  'store.rescue.noneThere': 'No photographs are left in the list.',
  'store.rescue.there_one': 'One photograph is in the list again.',
  'store.rescue.there_other': '{{count}} photographs are in the list again.',
  'store.rescue.fromCopy': 'What could not be read is as it was on {{day}}.',
  'store.rescue.lost_one': 'One photograph could not be saved.',
  'store.rescue.lost_other': '{{count}} photographs could not be saved.',
  'store.rescue.mayMiss': 'Photographs that were added last may be missing.',
  'store.rescue.doubtful_one': 'One photograph may not be recognized when you add it again.',
  'store.rescue.doubtful_other': '{{count}} photographs may not be recognized when you add them again.',
  'store.rescue.addedAgain':
    'What you add again waits for your decision where a service charges, so that nothing is paid for twice without your say.',
  'store.rescue.asked_one': 'One photograph needs your decision: nobody knows whether the service has charged for it.',
  'store.rescue.asked_other':
    '{{count}} photographs need your decision: nobody knows whether the service has charged for them.',
  'store.rescue.paused_one': 'One watch folder is paused, so that nothing is sent twice.',
  'store.rescue.paused_other': '{{count}} watch folders are paused, so that nothing is sent twice.',
  'store.rescue.keptAt': 'The damaged database was kept as {{file}}.',
  'store.rescue.why': 'What was wrong with it: {{why}}',
  'store.rescue.lostFiles': 'Photographs that are not in the list any more:',
  'store.rescue.pausedFolders': 'Watch folders that are paused:',
  'store.rescue.unreadable': 'Other entries that could not be read:',

  'store.ownFolder':
    'Burnish keeps its own files in this folder and removes them when it has finished with them. Keep yours elsewhere.',
} as const;
