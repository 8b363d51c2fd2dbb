/** What happens to jobs on their way. */
export const pipeline = {
  'pipeline.paused': 'The queue is paused.',
  'pipeline.held': 'The photographs that are left are paused.',
  'pipeline.stuck_one': 'One result is kept and tried again when you run this again.',
  'pipeline.stuck_other': '{{count}} results are kept and tried again when you run this again.',
  'pipeline.nextTry': 'Next try in {{time}}.',
  'pipeline.sentAgainIn': 'Sent again in {{time}}: this service is free.',
  'pipeline.tried_one': 'Tried once.',
  'pipeline.tried_other': 'Tried {{count}} times.',
  'pipeline.notCopied': '{{name}} could not be copied.',
  'pipeline.mayBeCharged': 'It may have been charged. Send the photograph again, or give up?',
  'pipeline.disk.where': 'The result could not be written to {{where}}.',
} as const;
