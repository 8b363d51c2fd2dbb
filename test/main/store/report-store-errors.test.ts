import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseBusy, DataFolderReadOnly } from '../../../main/store/index.ts';
import { type DataFolder, openStoreWithAlerts } from '../../../main/store/report-store-errors.ts';
import { canMount, type SmallDisk, smallDisk } from '../../campaign/disk/small-disk.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';

describe.skipIf(!canMount())('a full disk at the start', () => {
  let folder: string;
  let disk: SmallDisk;
  let dataDir: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'burnish-full-'));
    disk = await smallDisk(folder, 2);
    dataDir = join(folder, 'data');
  });
  afterEach(async () => {
    await disk.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (waitsFor: DataFolder['waitsFor'], messages: string[] = [], onMessage = () => undefined) =>
    openStoreWithAlerts({ dataDir, picturesFolder: folder, waitsFor, toWords: messageText }, false, 1000, {
      log: { warn: () => undefined },
      onTrouble: (sentence) => {
        messages.push(messageText(sentence));
        onMessage();
      },
      onEnd: (sentence) => messages.push(messageText(sentence)),
    });

  it.each(['new', 'used before'])(
    'is the reason why a data folder that is %s cannot be opened',
    async (folderState) => {
      if (folderState === 'used before') (await open(['locked'])).close();
      await disk.fill();
      await expect(open(['locked'])).rejects.toThrow(DatabaseBusy);
      await disk.free();
      (await open(['locked'])).close();
    },
  );

  it('is reported, and waited for until there is space', async () => {
    await disk.fill();
    const messages: string[] = [];
    const store = await open(['locked', 'full'], messages, () => void disk.free());
    expect(messages).toEqual([expect.stringContaining('is full')]);
    store.close();
  });
});

describe.skipIf(!canMount())('a data folder that may not be written to', () => {
  it.each(['new', 'used before'])('is the reason why it cannot be opened: %s', async (folderState) => {
    const folder = mkdtempSync(join(tmpdir(), 'burnish-locked-'));
    const disk = await smallDisk(folder, 2);
    try {
      const dataDir = join(folder, 'data');
      const open = () =>
        openStoreWithAlerts({ dataDir, picturesFolder: folder, toWords: messageText }, false, 1000, {
          log: { warn: () => undefined },
          onTrouble: () => undefined,
          onEnd: () => undefined,
        });
      if (folderState === 'used before') (await open()).close();
      await disk.lock();
      const failure = await open().then(
        () => null,
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(DataFolderReadOnly);
      expect(messageText((failure as DataFolderReadOnly).sentence)).toContain('read-only');
      disk.unlock();
      (await open()).close();
    } finally {
      await disk.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
