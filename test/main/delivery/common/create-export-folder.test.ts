import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserFacingError } from '../../../../contract/messages/message.ts';
import { createExportFolder } from '../../../../main/delivery/common/create-export-folder.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

describe('createExportFolder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'burnish-export-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('creates the chosen folder and one below it', async () => {
    const chosen = join(folder, 'new', 'chosen');
    await createExportFolder(join(chosen, 'Green'), chosen);
    expect(existsSync(join(chosen, 'Green'))).toBe(true);
  });

  it('creates nothing behind a link that points outside the chosen folder, and reports it', async () => {
    const [chosen, elsewhere] = [join(folder, 'chosen'), join(folder, 'elsewhere')];
    for (const each of [chosen, elsewhere]) mkdirSync(each);
    symlinkSync(elsewhere, join(chosen, 'Green'));
    const error = await createExportFolder(join(chosen, 'Green', 'new'), chosen).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(UserFacingError);
    expect(messageText((error as UserFacingError).sentence)).toContain('points outside the chosen folder');
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
