/** The app in a window that Playwright drives: for tests, screenshots and the demo. */
import { _electron, type ElectronApplication } from 'playwright';
import { appLaunch } from './launch.ts';

/** Timeout (ms) for the start on a busy machine. */
const startMs = 60_000;

/** Nothing is downloaded, except from a custom catalog. */
const offline = () => (process.env.BURNISH_CATALOGUE ? [] : ['--without-networks']);

/**
 * Opens the built app. Playwright does not get the path of the executable: it then pauses the app until it is
 * connected; otherwise it may attach to a window that is still loading, and wait forever. It finds the executable by
 * the same environment variable as the package `electron`.
 */
export async function launchWithPlaywright(
  appArgs: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<ElectronApplication> {
  const { args, env } = await appLaunch([...appArgs, ...offline()]);
  const { ELECTRON_OVERRIDE_DIST_PATH } = env;
  if (ELECTRON_OVERRIDE_DIST_PATH !== undefined) process.env.ELECTRON_OVERRIDE_DIST_PATH = ELECTRON_OVERRIDE_DIST_PATH;
  return _electron.launch({ args, env: { ...env, ...more } as Record<string, string>, timeout: startMs });
}
