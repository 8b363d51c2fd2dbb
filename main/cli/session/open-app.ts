/** The app as a command opens it: without a window, and with the service, key and studio of its options. */
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type Message, msg } from '../../../contract/messages/message.ts';
import { type AppOptions, type BurnishApp, createApp } from '../../app.ts';
import { otherCatalog, resources } from '../../bundled-resources.ts';
import { networksFolderIn } from '../../default-data-dir.ts';
import { type EngineChild, engineEnvironment, graphicsArguments } from '../../service/engine/engine-host.ts';
import { createMemoryKeyStore, originOf } from '../../service/keys/key-store.ts';
import { queueHolders, repairMessage, retryTransient } from '../../store/index.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { profileFields } from '../options/service-options.ts';
import { targetsStudio } from '../options/studio-options.ts';
import { escapeTerminalText, terminalLine } from '../output/terminal-text.ts';
import { resolveService } from './service-profile.ts';

export type LaunchEngine = (entry: string, args: readonly string[], log: (line: string) => void) => EngineChild;

export interface SessionOptions {
  /** Starts the engine; null = as a child process of this Node. */
  readonly launch?: LaunchEngine | null;
  /** The kind of queue owner that the command is, which other processes show; null = it does not run the queue. */
  readonly role?: keyof typeof queueHolders | null;
  /** Obstacles that it waits for, and reports. Default: a locked database, and a full disk if it runs the queue. */
  readonly waitsFor?: AppOptions['waitsFor'];
}

/** @throws UsageError for an unknown service, and for an empty variable of `--key-env` */
export async function openApp(
  options: CommonOptions,
  { launch, role, waitsFor }: Required<SessionOptions>,
): Promise<{ readonly app: BurnishApp; readonly profileId: string | null }> {
  const packaged = packagedResources();
  const files = resources(packaged);
  const key = readKey(options);
  const keys = createMemoryKeyStore();
  const app = await createApp({
    dataDir: options.data,
    samples: files.samples,
    galleryParts: files.gallery,
    version: '',
    picturesFolder: join(homedir(), 'Pictures'),
    catalog: otherCatalog(packaged !== undefined),
    who: queueHolders[role ?? 'command'],
    waitsFor,
    showsServices: false,
    models: files.models,
    ...(role === null ? {} : { studio: connectStudio(options, role === 'worker') }),
    keys: () => keys,
    launchEngine: (hasGraphics) =>
      (launch ?? launchChild)(files.engineEntry, engineArguments(options.data, files.models, hasGraphics), log),
    log: { info: log, warn: log },
    toWords: formatMessage,
    onTrouble: printMessage,
    onEnd: (message) => {
      printMessage(message);
      // Immediately, because later changes would be lost.
      process.exit(exitCodes.incomplete);
    },
  });
  const { store } = app.core;
  if (store.rescue) printMessage(repairMessage(store.rescue));
  try {
    const { service } = options;
    const profileId =
      service === undefined ? null : await retryTransient(() => resolveService(store, service, profileFields(options)));
    if (key !== undefined) {
      // Bound to the current address, so that a change of the profile cannot send the key elsewhere.
      const id = profileId ?? store.settings.read().defaultProfileId;
      const origin = originOf(store.profiles.get(id)?.baseUrl ?? '');
      if (origin !== null) keys.set(id, key, origin);
      else if (profileId === null) throw new UsageError(msg('cli.usage.whoseKey'));
    }
    return { app, profileId };
  } catch (error) {
    await app.stop();
    throw error;
  }
}

/** @throws UsageError if the variable is empty */
function readKey({ keyEnv }: CommonOptions): string | undefined {
  if (keyEnv === undefined) return undefined;
  const key = process.env[keyEnv];
  if (!key) throw new UsageError(msg('cli.usage.emptyKey', { variable: keyEnv }));
  return key;
}

/** Loads the code of studios only if the command uses one. */
function connectStudio(options: CommonOptions, isWorker: boolean): NonNullable<AppOptions['studio']> {
  return async (store) => {
    if (!targetsStudio({ store }, options)) return null;
    const { studioAccess } = await import('./studio-access.ts');
    return studioAccess(store, options, { isWorker, lanes: options.lanes ?? null });
  };
}

function engineArguments(data: string, models: string, hasGraphics: boolean): string[] {
  const folders = ['--data', join(data, 'engine'), '--models', models, '--networks', networksFolderIn(data)];
  return [...folders, ...graphicsArguments(hasGraphics)];
}

/** Starts the engine as a child process of this Node, which ends when this process does. */
const launchChild: LaunchEngine = (entry, args, onLogLine) => {
  const env = engineEnvironment(process.env);
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env });
  const lines = createInterface({ input: child.stdout! });
  createInterface({ input: child.stderr! }).on('line', onLogLine);
  return {
    onLine: (listener) => void lines.on('line', listener),
    onExit: (listener) => void child.once('exit', listener),
    stop: () => void child.kill('SIGTERM'),
  };
};

/** Returns the folder that Electron states for a packaged app; undefined in a checkout and under plain Node. */
function packagedResources(): string | undefined {
  const { resourcesPath, defaultApp } = process as { resourcesPath?: string; defaultApp?: boolean };
  return defaultApp || import.meta.url.endsWith('.ts') ? undefined : resourcesPath;
}

function log(line: string): void {
  if (process.env.BURNISH_LOG) process.stderr.write(`${escapeTerminalText(line)}\n`);
}

function printMessage(message: Message): void {
  process.stderr.write(`${terminalLine(message)}\n`);
}
