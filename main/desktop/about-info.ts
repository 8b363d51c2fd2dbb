/** What Burnish is made of, as the window shows it. */
import { dirname, join } from 'node:path';
import { app } from 'electron';
import type { About, LicenseId } from '../../contract/app/about.ts';
import { licenseSections } from '../licenses.ts';
import { versions } from './crash-reporter.ts';

export const about = (): About => ({ version: app.getVersion(), runsOn: versions() });

export function readLicense(id: LicenseId): Promise<string[]> {
  const program = dirname(process.execPath);
  return licenseSections(id, {
    root: app.getAppPath(),
    packaged: app.isPackaged ? process.resourcesPath : undefined,
    // Beside the program; on a Mac beside the app, and in a package of ours with the other licences.
    electron: [program, join(program, '..', '..', '..'), join(process.resourcesPath, 'licences')],
  });
}
