/** Opens a gallery as a client does: its page, from the disk, in a browser independent of the app. */
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { electronSwitches, runtimeEnvironment } from '../../../scripts/launch.ts';
import { electronRuntime } from '../../../scripts/setup/runtime.ts';

export interface OpenGallery {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Errors of the page, including violations of its policy. */
  readonly faults: string[];
  /** Every requested address. */
  requestedUrls(): Promise<readonly string[]>;
}

/** In ms; only ends hopeless waiting. */
const patience = 45_000;

/** @param downloads an existing folder for the page's downloads */
export async function openGallery(file: string, downloads: string): Promise<OpenGallery> {
  const env = runtimeEnvironment(await electronRuntime());
  process.env.ELECTRON_OVERRIDE_DIST_PATH = env.ELECTRON_OVERRIDE_DIST_PATH;
  const main = join(import.meta.dirname, 'gallery-browser.cjs');
  const args = [...electronSwitches(), main, file, downloads];
  const app = await _electron.launch({ args, env: env as Record<string, string>, timeout: patience });
  const page = await app.firstWindow({ timeout: patience });
  page.setDefaultTimeout(patience);
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(fault.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.locator('html.live').waitFor();
  return {
    app,
    page,
    faults,
    requestedUrls: () => app.evaluate(() => (globalThis as unknown as { readonly asked: readonly string[] }).asked),
  };
}
