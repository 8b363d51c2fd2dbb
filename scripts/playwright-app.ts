/** The app in a window that Playwright drives: for tests, pictures and the demo. */
import { _electron, type ElectronApplication } from 'playwright';
import { appLaunch } from './launch.ts';

/** How long (ms) a busy machine may take until the app is there. */
const startMs = 60_000;

/** Nothing is fetched from the outside; a catalogue of one's own may be. */
const offline = () => (process.env.BURNISH_CATALOGUE ? [] : ['--without-networks']);

/**
 * Opens the built app. Playwright is not told the executable: it then holds back the app's start until it is connected, where
 * otherwise it may come upon a window that is just loading and wait for it in vain. It finds the executable as Electron's own
 * package does, by this process's environment.
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
