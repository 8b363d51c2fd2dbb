/** The buttons of the question about unsaved changes, in the order that each system has them. */

export type SaveAnswer = 'save' | 'discard' | 'stay';

/**
 * From the first to the last as Electron is given them. macOS begins at the right and has Cancel beside the default; GNOME has the
 * default at the right end.
 */
export function saveButtons(platform: NodeJS.Platform): readonly SaveAnswer[] {
  switch (platform) {
    case 'darwin':
      return ['save', 'stay', 'discard'];
    case 'win32':
      return ['save', 'discard', 'stay'];
    default:
      return ['discard', 'stay', 'save'];
  }
}
