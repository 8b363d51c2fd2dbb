/** The bombs as cases of the campaign. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BadFile, doneOrRefused, fine } from './bad-file.ts';
import { bombs } from './bombs.ts';

export const badBombs: readonly BadFile[] = bombs.map(
  ({ name, extension, isWhole = false, isHeavy = false, make }) => ({
    group: 'bombs',
    name,
    isHeavy,
    async make(making) {
      const content = making.newContent();
      const path = join(making.folder, `bomb${extension}`);
      await writeFile(path, await make(content));
      return [isWhole ? fine(path, content) : doneOrRefused(path, null)];
    },
  }),
);
