/** `npm start`: the app as a user sees it, built when needed; everything after `--` goes to the app. */
import { BuildFailed, ensureBuilt } from './build.ts';
import { appLaunch, run, underDisplay } from './launch.ts';

try {
  await ensureBuilt();
  process.exitCode = await run(underDisplay(await appLaunch(process.argv.slice(2))));
} catch (error) {
  if (!(error instanceof BuildFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
