/**
 * `npm run smoke [-- <folder of the packaged app>]`: checks that the packaged app works on this system. Its command
 * line prints its version and cuts out a photograph with the real engine and models; its window opens and quits.
 * Default: the app for this system in release/.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { electronSwitches, type Launch, underDisplay } from './launch.ts';
import { openAndQuit } from './packaging/open-packaged-app.ts';
import { type PackagedApp, packagedApp } from './packaging/packaged-app.ts';
import { projectRoot } from './setup/paths.ts';

/** Ends only commands that hang (ms). */
const commandTimeoutMs = 300_000;

/** The app failed; the message is a sentence. */
class SmokeFailure extends Error {}

/**
 * Runs the launcher of the command line.
 * @returns its output
 * @throws SmokeFailure if it failed
 */
async function commandLine({ launcher }: PackagedApp, words: readonly string[]): Promise<string> {
  const commandText = `\`burnish ${words[0]}\``;
  // A batch file is run by its interpreter, which takes one line verbatim.
  const quoted = [launcher, ...words].map((word) => `"${word}"`).join(' ');
  // Not `timeout`, whose timer keeps running if the program cannot be started.
  const signal = AbortSignal.timeout(commandTimeoutMs);
  const child =
    process.platform === 'win32'
      ? spawn('cmd.exe', ['/d', '/s', '/c', `"${quoted}"`], { windowsVerbatimArguments: true, signal })
      : spawn(launcher, words, { signal });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  const [code] = await once(child, 'close').catch((fault: Error) => {
    throw new SmokeFailure(`${commandText} did not start: ${fault.message}`);
  });
  if (code !== 0)
    throw new SmokeFailure(`${commandText} exited with code ${code}. Output:\n${output.out}${output.err}`);
  return output.out;
}

async function checkVersion(app: PackagedApp): Promise<void> {
  const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  const printedVersion = (await commandLine(app, ['--version'])).trim();
  if (printedVersion !== version)
    throw new SmokeFailure(`\`burnish --version\` printed “${printedVersion}”, not “${version}”.`);
}

/** @param folder for the result */
async function checkCutout(app: PackagedApp, folder: string): Promise<void> {
  const out = join(folder, 'out');
  const photograph = join(app.resources, 'samples', 'astronaut.png');
  const words = ['run', photograph, '--recipe', 'portrait-cutout', '--out', out, '--data', join(folder, 'data')];
  await commandLine(app, words);
  const [result, ...others] = await readdir(out);
  if (result === undefined || others.length > 0)
    throw new SmokeFailure(`One photograph produced ${others.length + (result ? 1 : 0)} results.`);
  const alpha = (await sharp(join(out, result)).stats()).channels[3];
  if (alpha === undefined || alpha.min > 0 || alpha.max < 255) throw new SmokeFailure(`“${result}” is not a cutout.`);
}

/** @param folder for the data */
async function checkWindow(app: PackagedApp, folder: string): Promise<void> {
  const data = join(folder, 'window');
  const args = [...electronSwitches(), `--data=${data}`, '--without-networks', '--remote-debugging-port=0'];
  const launch: Launch = underDisplay({ command: app.executable, args, env: process.env });
  const problem = await openAndQuit(launch, data);
  if (problem !== null) throw new SmokeFailure(problem);
}

const folder = await mkdtemp(join(tmpdir(), 'burnish-smoke-'));
try {
  const named = process.argv[2];
  const app = await packagedApp(named === undefined ? undefined : resolve(named));
  if (app === null)
    throw new SmokeFailure('There is no packaged app for this system in release/. Run `npm run package` first.');
  console.log(`Testing ${app.executable}`);
  await checkVersion(app);
  console.log('The command line works.');
  await checkCutout(app, folder);
  console.log('It cuts out a photograph.');
  await checkWindow(app, folder);
  console.log('The window opens and quits.');
} catch (fault) {
  if (!(fault instanceof SmokeFailure)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
