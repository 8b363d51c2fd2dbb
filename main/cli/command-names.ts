/** What a start of the app has to do with the command line: known without loading what commands do. */
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

/**
 * What the command line is asked: all that stands behind the mark of its launcher (assets/bin), or a command and what
 * follows it. Before these stand only Electron's switches and, in a checkout, the app's folder.
 * @param argv with the program itself. @returns null when it is the window that was started
 */
export function commandArguments(argv: readonly string[]): readonly string[] | null {
  const mark = argv.indexOf('--cli');
  if (mark > 0 && argv[mark + 1] === '--') return argv.slice(mark + 2);
  const command = argv.findIndex((word, index) => index > 0 && names.includes(word));
  return command > 0 ? argv.slice(command) : null;
}
