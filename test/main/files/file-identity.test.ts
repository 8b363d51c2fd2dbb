import { linkSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fileIdentity } from '../../../main/files/file-identity.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(scratchFolder());
});

describe('fileIdentity', () => {
  it('is the same for all names of a file, and different for a copy', async () => {
    const path = join(folder, 'a.jpg');
    writeFileSync(path, 'a');
    writeFileSync(join(folder, 'copy.jpg'), 'a');
    symlinkSync(path, join(folder, 'link.jpg'));
    linkSync(path, join(folder, 'second name.jpg'));
    const identity = await fileIdentity(path);
    expect(identity).toEqual({ realPath: path, file: expect.stringMatching(/^\d+:[1-9]\d*$/) });
    expect(await fileIdentity(join(folder, 'link.jpg'))).toEqual(identity);
    expect((await fileIdentity(join(folder, 'second name.jpg')))?.file).toBe(identity?.file);
    expect((await fileIdentity(join(folder, 'copy.jpg')))?.file).not.toBe(identity?.file);
  });

  it('is null for a missing file or a broken link', async () => {
    symlinkSync('itself', join(folder, 'itself'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    for (const name of ['none', 'itself', 'dangling']) expect(await fileIdentity(join(folder, name))).toBe(null);
  });
});
