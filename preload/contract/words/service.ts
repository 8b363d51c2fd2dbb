/** What the room that talks to services says. */
export const service = {
  'service.pace.probing': 'Trying with one request whether the service can be used again.',
  'service.pace.probingResults': 'Trying with one request whether results can be fetched again.',
  'service.pace.pauseOver': 'The pause is over; the next request tries whether the service can be used again.',
  'service.pace.pauseOverResults': 'The pause is over; the next request tries whether results can be fetched again.',
  'service.pace.busy': 'The service asked us to slow down; next try in {{left}}.',
  'service.pace.unreachable': 'The service cannot be reached; next try in {{left}}.',
  'service.pace.broken': 'The connection to the service breaks off; next try in {{left}}.',
  'service.pace.noResults': 'The results cannot be fetched; next try in {{left}}.',
  'service.pace.failing': 'The service reports faults; next try in {{left}}.',
  'service.pace.unreadable': 'The service answered something that cannot be read; asked again in {{left}}.',
  'service.pace.lost': 'An answer of the service was lost; asked again in {{left}}.',
  'service.pace.disk': 'A result could not be written to disk; next try in {{left}}.',
  'service.engine.failed': 'The built-in engine does not start. The log has the details (Settings, Advanced).',
  'service.engine.failed_terminal': 'The built-in engine does not start. BURNISH_LOG=1 shows why.',
  'service.quoted': 'It says: “{{quoted}}”',
} as const;
