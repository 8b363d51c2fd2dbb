/** Set-up file of the window tests: saves screenshots and logs of a failed test in test-results/. */
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach } from 'vitest';
import { projectRoot } from '../../../scripts/setup/paths.ts';
import { openedWindows } from './window.ts';

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const name = (task.name.match(/[A-Za-z0-9]+/g) ?? []).join('-').slice(0, 80);
  const folder = join(projectRoot, 'test-results', basename(task.file.name, '.e2e.ts'), name);
  mkdirSync(folder, { recursive: true });
  for (const [index, { page, dataDir }] of openedWindows.entries()) {
    // A closed or hanging window has no screenshot; the test reports the failure.
    const path = join(folder, `window-${index + 1}.png`);
    if (!page.isClosed()) await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined);
    const logs = join(dataDir, 'logs');
    if (existsSync(logs)) cpSync(logs, join(folder, `logs-${index + 1}`), { recursive: true });
  }
});
