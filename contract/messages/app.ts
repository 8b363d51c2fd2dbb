/** What the wired program says of itself. */
export const app = {
  'app.enterKey': 'Enter the key of this service.',
  'app.followed': 'What it does is shown here.',
  'app.chooseRecipe': 'Choose a recipe first.',
  'app.compare.studio': 'Services are compared on a single computer. Leave the studio first.',
  'app.compare.noPicture':
    'This recipe does not make one picture of a photograph. Choose another recipe to compare services by.',
  'app.compare.same': 'Choose two different services.',
  'app.compare.none': 'None of these photographs could be read, so there is nothing to compare.',
  'app.picksTaken_one': 'One picked photograph is processed with “{{recipe}}”.',
  'app.picksTaken_other': '{{count}} picked photographs are processed with “{{recipe}}”.',
  'app.picksRefused': 'A picked photograph could not be added: {{path}}. {{why}}',
  'app.mostCost': 'It can be less: what a recipe is not for is not sent with it.',
  'app.noSamples': 'The sample photographs are missing. Install Burnish again.',
} as const;
