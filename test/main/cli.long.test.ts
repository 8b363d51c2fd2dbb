import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { expectGoesOnAfterKills } from '../helpers/command/killed-command.ts';

// The campaigns play more (docs/reliability.md).
it('goes on after five kills: every result once, every task asked for and not submitted anew', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'burnish-cli-'));
  try {
    // Enough for five kills with work left after each.
    await expectGoesOnAfterKills(folder, 5, 24);
  } finally {
    // The engine of a killed command ends by itself, a moment later; until then a removal may have to be tried again.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
});
