/** Ctrl+E (Cmd+E) hands on what one looks at: in grid, loupe, survey and comparison; Ctrl+C copies its files. */
import { useHotkeys } from '@mantine/hooks';
import { dialogOpen, isKeyTaken } from '../../../components/typing.ts';
import { openExport } from '../../../state/exporting.ts';
import { copyFiles } from '../../../state/handOut.ts';

export function useExportKey(): void {
  useHotkeys(
    [
      ['mod+E', () => !dialogOpen() && void openExport()],
      [
        'mod+C',
        (event) => {
          // Text that is selected is what is copied.
          if (isKeyTaken(event) || !(getSelection()?.isCollapsed ?? true)) return;
          event.preventDefault();
          void copyFiles();
        },
        { preventDefault: false },
      ],
    ],
    [],
  );
}
