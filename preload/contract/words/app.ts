/** What the wired program says of itself. */
export const app = {
  'app.paused': 'Paused',
  'app.nothingToDo': 'Nothing to do',
  'app.progress': '{{finished}} of {{total}}',
  'app.enterKey': 'Enter the key of this service.',
} as const;
