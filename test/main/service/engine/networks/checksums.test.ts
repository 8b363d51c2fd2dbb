import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { modelsKey } from '../../../../../main/service/engine/networks/checksums.ts';

test('an additional network changes the engine’s checksum; download records do not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'burnish-models-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const emptyFolderKey = await modelsKey([folder]);
  writeFileSync(join(folder, 'isnet-general-use.onnx'), 'network');
  const networkKey = await modelsKey([folder]);
  writeFileSync(join(folder, 'checked.json'), JSON.stringify({ mtimeMs: 1 }));
  expect([networkKey === emptyFolderKey, (await modelsKey([folder])) === networkKey]).toEqual([false, true]);
});
