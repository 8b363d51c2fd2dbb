/** `npm start`: starts the app, built if needed; arguments after `--` go to the app. */

import { ensureReady, isReported } from './ensure-ready.ts';
import { appLaunch, run, underDisplay } from './launch.ts';

try {
  await ensureReady(process.argv.includes('--without-networks') ? false : undefined);
  process.exitCode = await run(underDisplay(await appLaunch(process.argv.slice(2))));
} catch (error) {
  if (!isReported(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
