/** The scripts that dpkg runs: those of electron-builder with another link. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeDebScripts } from '../../../scripts/packaging/deb-scripts.ts';

it('links the command `burnish` to the launcher, and removes the link', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'burnish-deb-'));
  try {
    await writeDebScripts(folder);
    const [install, remove] = ['after-install.sh', 'after-remove.sh'].map((name) =>
      readFileSync(join(folder, name), 'utf8')
        .replaceAll(`$\{sanitizedProductName}`, 'Burnish')
        .replaceAll(`$\{executable}`, 'burnish'),
    );
    for (const script of [install, remove]) expect(script).not.toContain("'/opt/Burnish/burnish'");
    expect(install).toContain("--install '/usr/bin/burnish' 'burnish' '/opt/Burnish/resources/bin/burnish'");
    expect(remove).toContain("--remove 'burnish' '/opt/Burnish/resources/bin/burnish'");
    expect(install).toContain('/opt/Burnish/chrome-sandbox');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
