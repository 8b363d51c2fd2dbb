/** What the wired program says of itself. */
export const app = {
  'app.paused': 'Paused',
  'app.nothingToDo': 'Nothing to do',
  'app.progress': '{{finished}} of {{total}}',
  'app.enterKey': 'Enter the key of this service.',
  'app.followed': 'What it does is shown here.',
  'app.chooseRecipe': 'Choose a recipe first.',
  'app.noSamples': 'The sample photographs are missing. Install Burnish again.',
} as const;
