import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createExportFolder } from '../../../../main/delivery/common/create-export-folder.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';
import { ownFolder } from '../../../helpers/store/own-folder.ts';

describe('createExportFolder', () => {
  const folder = ownFolder();

  it('creates the chosen folder and one below it', async () => {
    const chosen = join(folder(), 'new', 'chosen');
    await createExportFolder(join(chosen, 'Green'), chosen);
    expect(existsSync(join(chosen, 'Green'))).toBe(true);
  });

  it('creates nothing behind a link that points outside the chosen folder, and reports it', async () => {
    const [chosen, elsewhere] = [join(folder(), 'chosen'), join(folder(), 'elsewhere')];
    for (const each of [chosen, elsewhere]) mkdirSync(each);
    symlinkSync(elsewhere, join(chosen, 'Green'));
    const created = createExportFolder(join(chosen, 'Green', 'new'), chosen);
    await expect(created).rejects.toThrow(matchingError(/points outside the chosen folder/));
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
