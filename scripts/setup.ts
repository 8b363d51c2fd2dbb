/**
 * `npm run setup`: downloads the models, the Electron runtime, the system libraries and a better network, if they are
 * missing.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultNetwork, networkIds } from '../contract/services/networks.ts';
import { otherCatalog } from '../main/bundled-resources.ts';
import { DownloadFailure } from './setup/download.ts';
import { NoNetwork, setUpDefaultNetwork, setUpNetwork } from './setup/download-networks.ts';
import { withLock } from './setup/lock.ts';
import { fetchModels, missingModels, models, writeLicenses } from './setup/models.ts';
import { RegistryFailure } from './setup/npm.ts';
import { cacheFolder, modelsFolder, modulesFolder } from './setup/paths.ts';
import { createProgressReporter, type ProgressReporter, silentReporter } from './setup/progress-output.ts';
import { electronRuntime, NoRuntime, presentRuntime } from './setup/runtime.ts';
import { giveSharpItsOwnNames, sharpSharesNames } from './setup/sharp.ts';
import { findMissing, installMissing, MissingDependencies, unresolvedLibraries } from './setup/system.ts';
import { waitForAll } from './setup/wait-for-all.ts';

type Part = 'models' | 'runtime' | 'system';

const usage = `Usage: npm run setup [-- --models --runtime --system --model NAME --without-networks --quiet --official]

  --models    set up the engine's models
  --runtime   set up the Electron runtime
  --system    set up the system libraries, and a virtual display if there is none (Linux)
  --model     download a better network for cutouts: ${networkIds.join(', ')}
  --without-networks
              do not download ${defaultNetwork}, the better network that is otherwise downloaded if it can be reached
  --quiet     print only errors
  --official  retry the official Electron download, even if the fallback is installed

Without --models, --runtime, --system or --model, all three parts and ${defaultNetwork} are set up. Existing files are kept.`;

/** Sets up the missing ones of `parts` in parallel. Concurrent set-ups run one after the other. */
async function setUp(
  parts: ReadonlySet<Part>,
  reporter: ProgressReporter,
  shouldRetryOfficial: boolean,
): Promise<void> {
  if (parts.has('models')) await writeLicenses(models, modelsFolder);
  if (!(await anythingToDo(parts, shouldRetryOfficial))) return;
  const lock = join(cacheFolder, 'setup.lock');
  await withLock(
    lock,
    () => reporter.log('Another setup is running here; waiting for it.'),
    async () => {
      const work = { models: setUpModels, runtime: setUpRuntime, system: setUpSystem };
      await waitForAll([...parts].map((part) => work[part](reporter, shouldRetryOfficial)));
      if (parts.has('system')) await requireLibraries();
    },
  );
}

async function setUpModels(reporter: ProgressReporter): Promise<void> {
  const missing = await missingModels(models, modelsFolder);
  if (missing.length > 0) await fetchModels(missing, modelsFolder, reporter);
}

async function setUpRuntime(reporter: ProgressReporter, shouldRetryOfficial: boolean): Promise<void> {
  const runtime = await electronRuntime({ reporter, retryOfficial: shouldRetryOfficial });
  reporter.log(`Electron ${runtime.version} (${runtime.source}). ${runtime.why}`);
  await giveSharpItsOwnNames(modulesFolder);
}

async function anythingToDo(parts: ReadonlySet<Part>, shouldRetryOfficial: boolean): Promise<boolean> {
  if (parts.has('models') && (await missingModels(models, modelsFolder)).length > 0) return true;
  if (parts.has('runtime') && (shouldRetryOfficial || !(await runtimeIsReady()))) return true;
  return parts.has('system') && (await findMissing()).some((lack) => lack.needed || process.getuid?.() === 0);
}

async function runtimeIsReady(): Promise<boolean> {
  return (await presentRuntime()) !== undefined && !(await sharpSharesNames(modulesFolder));
}

async function setUpSystem(reporter: ProgressReporter): Promise<void> {
  const found = await findMissing();
  if (found.length > 0) await installMissing(found, reporter);
}

/** @throws {MissingDependencies} if the runtime would not start without them */
async function requireLibraries(): Promise<void> {
  const runtime = await presentRuntime();
  const unresolved = runtime ? await unresolvedLibraries(runtime.executable) : [];
  if (unresolved.length > 0) {
    throw new MissingDependencies(
      `Electron still needs libraries this system does not have: ${unresolved.join(', ')}.`,
    );
  }
}

/** Returns the message for a failure that is not a bug of this program. */
function explain(error: unknown): string | undefined {
  if (error instanceof RegistryFailure || (error instanceof DownloadFailure && error.kind === 'unreachable')) {
    return `${error.message} Connect this computer to the network and run the command again. Completed downloads are kept.`;
  }
  if (error instanceof DownloadFailure && error.kind === 'damaged') {
    return `${error.message} It was deleted. Run the command again. If the problem persists, do not use that source.`;
  }
  if (
    error instanceof DownloadFailure ||
    error instanceof NoRuntime ||
    error instanceof NoNetwork ||
    error instanceof MissingDependencies
  ) {
    return error.message;
  }
  return undefined;
}

const { values } = parseArgs({
  options: {
    models: { type: 'boolean' },
    runtime: { type: 'boolean' },
    system: { type: 'boolean' },
    model: { type: 'string', multiple: true },
    'without-networks': { type: 'boolean' },
    quiet: { type: 'boolean' },
    official: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(usage);
} else {
  const all: Part[] = ['models', 'runtime', 'system'];
  const named = all.filter((part) => values[part]);
  const wanted = values.model ?? [];
  const isFullSetup = named.length === 0 && wanted.length === 0;
  const parts = new Set(isFullSetup ? all : named);
  const reporter = values.quiet ? silentReporter : createProgressReporter(process.stdout);
  const network = { reporter, catalogue: otherCatalog(false) };
  try {
    await waitForAll([
      setUp(parts, reporter, values.official ?? false),
      ...(isFullSetup && !values['without-networks'] ? [setUpDefaultNetwork(network)] : []),
    ]);
    for (const name of wanted) await setUpNetwork(name, network);
  } catch (error) {
    const sentence = explain(error);
    if (!sentence) throw error;
    console.error(sentence);
    process.exitCode = 1;
  }
}
