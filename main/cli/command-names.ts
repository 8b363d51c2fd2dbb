/** The names of the commands: known without loading what they do. */
const names = [
  'run',
  'products',
  'copy',
  'worker',
  'studio',
  'watch',
  'status',
  'retry',
  'decide',
  'cancel',
  'forget',
  'export',
  'originals',
  'gallery',
  'picks',
  'check',
  'costs',
  'recipes',
  'networks',
  'services',
  'help',
];

export function isCommand(word: string | undefined): boolean {
  return word !== undefined && names.includes(word);
}
