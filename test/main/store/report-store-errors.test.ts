import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseBusy, DataFolderReadOnly } from '../../../main/store/index.ts';
import { type DataFolder, openStoreWithAlerts } from '../../../main/store/report-store-errors.ts';
import { canMount, type SmallDisk, smallDisk } from '../../campaign/disk/small-disk.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';
import { ownFolder } from '../../helpers/store/own-folder.ts';

const folder = ownFolder();

describe.skipIf(!canMount())('a disk at the start', () => {
  let disk: SmallDisk;
  beforeEach(async () => {
    disk = await smallDisk(folder(), 2);
  });
  afterEach(() => disk.remove());

  /** Opens a data folder on the disk. Returns its store and the messages to the user. */
  async function open(waitsFor?: DataFolder['waitsFor'], onMessage: () => void = () => undefined) {
    const messages: string[] = [];
    const dataFolder = { dataDir: join(folder(), 'data'), picturesFolder: folder(), toWords: messageText };
    const store = await openStoreWithAlerts({ ...dataFolder, ...(waitsFor ? { waitsFor } : {}) }, false, 1000, {
      log: { warn: () => undefined },
      onTrouble: (sentence) => {
        messages.push(messageText(sentence));
        onMessage();
      },
      onEnd: (sentence) => messages.push(messageText(sentence)),
    });
    store.close();
    return messages;
  }

  const folders = [
    { name: 'new', use: async () => undefined },
    { name: 'used before', use: async () => void (await open(['locked'])) },
  ];

  it.each(folders)('that is full is the reason why a data folder that is $name cannot be opened', async ({ use }) => {
    await use();
    await disk.fill();
    await expect(open(['locked'])).rejects.toThrow(DatabaseBusy);
    await disk.free();
    expect(await open(['locked'])).toEqual([]);
  });

  it('that is full is reported, and waited for until there is space', async () => {
    await disk.fill();
    expect(await open(['locked', 'full'], () => void disk.free())).toEqual([expect.stringContaining('is full')]);
  });

  it.each(folders)(
    'that is read-only is the reason why a data folder that is $name cannot be opened',
    async ({ use }) => {
      await use();
      await disk.lock();
      const failure = await open().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(DataFolderReadOnly);
      expect(messageText((failure as DataFolderReadOnly).sentence)).toContain('read-only');
      disk.unlock();
      expect(await open()).toEqual([]);
    },
  );
});
