/** One command's hold on the app: opens it for a data folder and a service, and ends it in order, also on a stop signal. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { type Message, msg } from '../../contract/messages/message.ts';
import { localizedName } from '../../contract/messages/translator.ts';
import { messageOfIssue } from '../../contract/messages/zod-issue-message.ts';
import {
  builtInProfile,
  builtInProfileId,
  defaultKeyHeader,
  type openPoints,
  type Profile,
  profilePresets,
  profileSchema,
} from '../../contract/services/profile.ts';
import { hasTaskIdInPath, type TaskQuery } from '../../contract/services/task-query-form.ts';
import { type AppOptions, type BurnishApp, createApp } from '../app.ts';
import { otherCatalog, resources } from '../bundled-resources.ts';
import { networksFolderIn } from '../default-data-dir.ts';
import { type EngineChild, engineEnvironment, graphicsArguments } from '../service/engine/engine-host.ts';
import { createMemoryKeyStore, originOf } from '../service/keys/key-store.ts';
import { isSameService, parseBaseUrl } from '../service/requests/address.ts';
import { queueHolders, repairMessage, retryTransient, type Store } from '../store/index.ts';
import { UsageError } from './parse-recipe.ts';
import { listenForStop } from './stop-signals.ts';
import { type StudioOptions, targetsStudio } from './studio-options.ts';
import { escapeTerminalText, terminalLine } from './terminal-text.ts';

export interface CommonOptions extends StudioOptions {
  readonly data: string;
  readonly json?: boolean;
  readonly service?: string;
  readonly keyEnv?: string;
  readonly keyHeader?: string;
  readonly queryPath?: string;
  readonly queryMethod?: string;
  readonly queryField?: string;
  readonly queryBody?: string;
  readonly formField?: string;
  /** Seconds. */
  readonly pollInterval?: number;
  /** Requests at a time of a service's account that a station makes at most. */
  readonly lanes?: number;
}

/** 0 all done, 1 some failed, 2 the command line was not understood. */
export type ExitCode = 0 | 1 | 2;

export type LaunchEngine = (entry: string, args: readonly string[], log: (line: string) => void) => EngineChild;

/** The engine as a child process of this Node; it ends when this process does, however that ends. */
const launchChild: LaunchEngine = (entry, args, log) => {
  const env = engineEnvironment(process.env);
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env });
  const lines = createInterface({ input: child.stdout! });
  createInterface({ input: child.stderr! }).on('line', log);
  return {
    onLine: (listener) => void lines.on('line', listener),
    onExit: (listener) => void child.once('exit', listener),
    stop: () => void child.kill('SIGTERM'),
  };
};

export interface Session {
  readonly app: BurnishApp;
  readonly store: Store;
  /** The service the command named, or null for what recipe and settings say. */
  readonly profileId: string | null;
  /** @see listenForStop */
  readonly interrupted: AbortSignal;
  /**
   * @param onWait told when it takes a while, and how long at most (ms)
   * @param lastReport called once all work has ended, before the database is closed
   */
  close(onWait?: (ms: number) => void, lastReport?: () => void): Promise<void>;
}

/** The hold of a command that only looks: it waits for nothing, but says why not and ends. */
export const openReadOnly = (options: CommonOptions): Promise<Session> => openSession(options, null, null, []);

/**
 * @param who who runs the queue, for others: one of `queueHolders`; null = it does not, so that it waits for no room on a disk
 * @param waitsFor as in `AppOptions`; what is waited for is said
 * @throws UsageError for a service that is not there or a key variable that is empty
 */
export async function openSession(
  options: CommonOptions,
  launch: LaunchEngine | null,
  who: string | null = null,
  waitsFor: AppOptions['waitsFor'] = who === null ? ['locked'] : ['locked', 'full'],
): Promise<Session> {
  const packaged = packagedResources();
  const files = resources(packaged);
  const key = options.keyEnv === undefined ? undefined : process.env[options.keyEnv];
  if (options.keyEnv !== undefined && !key)
    throw new UsageError(msg('cli.usage.emptyKey', { variable: options.keyEnv }));
  const keys = createMemoryKeyStore();
  const log = (line: string) => {
    if (process.env.BURNISH_LOG) process.stderr.write(`${escapeTerminalText(line)}\n`);
  };
  const app = await createApp({
    dataDir: options.data,
    samples: files.samples,
    galleryParts: files.gallery,
    version: '',
    picturesFolder: join(homedir(), 'Pictures'),
    catalog: otherCatalog(packaged !== undefined),
    who: who ?? queueHolders.command,
    waitsFor,
    showsServices: false,
    models: files.models,
    // A command that only looks takes no part.
    ...(who === null ? {} : { studio: takesPart(options, who === queueHolders.worker) }),
    keys: () => keys,
    launchEngine: (hasGraphics) =>
      (launch ?? launchChild)(
        files.engineEntry,
        [
          '--data',
          join(options.data, 'engine'),
          '--models',
          files.models,
          '--networks',
          networksFolderIn(options.data),
          ...graphicsArguments(hasGraphics),
        ],
        log,
      ),
    log: { info: log, warn: log },
    toWords: formatMessage,
    onTrouble: printMessage,
    onEnd: (sentence) => {
      printMessage(sentence);
      // Nothing that is written now would last.
      process.exit(1);
    },
  });
  const { store } = app.core;
  if (store.rescue) printMessage(repairMessage(store.rescue));
  try {
    const { service } = options;
    const profileId =
      service === undefined ? null : await retryTransient(() => serviceNamed(store, service, givenPoints(options)));
    if (key) {
      // The place that is named now: nothing that becomes of the profile meanwhile takes the key elsewhere.
      const id = profileId ?? store.settings.read().defaultProfileId;
      const origin = originOf(store.profiles.get(id)?.baseUrl ?? '');
      if (origin !== null) keys.set(id, key, origin);
      else if (profileId === null) throw new UsageError(msg('cli.usage.whoseKey'));
    }
    // A process that a second signal ends leaves its work in the database, and the next start finds it there.
    const { interrupted, release } = listenForStop();
    return {
      app,
      store,
      profileId,
      interrupted,
      close: async (onWait, lastReport) => {
        await app.stop(onWait, lastReport);
        // After the last words of the command, which it says as soon as this resolves.
        setImmediate(release);
      },
    };
  } catch (fault) {
    await app.stop();
    throw fault;
  }
}

/** Nothing of a studio is loaded where there is none. */
function takesPart(options: CommonOptions, isWorker: boolean): NonNullable<AppOptions['studio']> {
  return async (store) => {
    if (!targetsStudio({ store }, options)) return null;
    const { studioAccess } = await import('./studio-connection.ts');
    return studioAccess(store, options, { isWorker, lanes: options.lanes ?? null });
  };
}

function printMessage(sentence: Message): void {
  process.stderr.write(`${terminalLine(sentence)}\n`);
}

/** Electron says where a packaged app's resources are; plain Node knows none. */
function packagedResources(): string | undefined {
  const { resourcesPath, defaultApp } = process as { resourcesPath?: string; defaultApp?: boolean };
  return defaultApp || import.meta.url.endsWith('.ts') ? undefined : resourcesPath;
}

/**
 * The profile of that name or address, however the address is spelled; one that is new becomes a profile, so that a later run or the
 * window can go on.
 * @throws UsageError for what is neither, and for an address with a password in it, which is kept nowhere
 */
function serviceNamed(store: Store, words: string, given: Partial<Profile>): string {
  const profiles = store.profiles.list();
  const use = (known: Profile) => {
    const changed = checkedProfile({ ...known, ...given }, words);
    if (!isDeepStrictEqual(changed, known)) store.profiles.save(changed);
    return known.id;
  };
  const known = findService(profiles, words);
  if (known) return use(known);
  const names = [builtInProfileId, localizedName(builtInProfile.name)].map((name) => name.toLowerCase());
  if (names.includes(words.trim().toLowerCase())) return builtInProfileId;
  const address = parseBaseUrl(words);
  if (!address.ok)
    throw new UsageError(
      /^\s*https?:/i.test(words)
        ? msg('cli.usage.notAnAddress', { problem: address.problem })
        : msg('cli.usage.unknownService', { service: words }),
    );
  const { url } = address;
  const preset = profilePresets.find(({ baseUrl }) => isSameService(baseUrl, url));
  const profile = checkedProfile(
    {
      id: `service-${createHash('sha256').update(url).digest('hex').slice(0, 12)}`,
      kind: 'remote',
      name: preset?.name ?? new URL(url).host,
      baseUrl: url,
      keyHeader: preset?.keyHeader ?? defaultKeyHeader,
      ...given,
    },
    words,
  );
  store.profiles.save(profile);
  return profile.id;
}

/** What the command says of that which the interface leaves open. */
function givenPoints(options: CommonOptions): Partial<Profile> {
  const given = {
    keyHeader: options.keyHeader,
    taskQueryMethod: options.queryMethod,
    taskQueryPath: options.queryPath,
    taskQueryField: options.queryField,
    taskQueryBody: options.queryBody,
    outputFormField: options.formField,
    pollSeconds: options.pollInterval,
  } satisfies Record<keyof typeof openPoints, string | number | undefined>;
  // Checked by the profile's schema.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Profile>;
}

/** @throws UsageError with what is wrong about an option; where it is the address, that no such service is known */
function checkedProfile(profile: unknown, words: string): Profile {
  const { data, error } = profileSchema.safeParse(profile);
  if (data) return data;
  const issue = error?.issues[0];
  const option = issue && optionOf[String(issue.path[0])];
  throw new UsageError(
    option === undefined
      ? msg('cli.usage.unknownService', { service: words })
      : msg('cli.usage.badOption', { option, problem: messageOfIssue(issue!) }),
  );
}

/** The options by what they say of a profile. */
const optionOf: Readonly<Record<string, string>> = {
  keyHeader: '--key-header',
  taskQueryMethod: '--query-method',
  taskQueryPath: '--query-path',
  taskQueryField: '--query-field',
  taskQueryBody: '--query-body',
  outputFormField: '--form-field',
  pollSeconds: '--poll-interval',
} satisfies Record<keyof typeof openPoints, string>;

/** The options of a form of task query, as they are typed. */
export function taskQueryOptions(query: TaskQuery): string {
  const isBodySent = query.taskQueryMethod === 'POST' && !hasTaskIdInPath(query);
  return Object.entries(query)
    .filter(([field]) => field !== 'taskQueryBody' || isBodySent)
    .filter(([field]) => field !== 'taskQueryField' || !hasTaskIdInPath(query))
    .map(([field, value]) => `${optionOf[field]} ${value}`)
    .join(' ');
}

/** The profile of that id, name or address, however the address is spelled. */
export function findService(profiles: readonly Profile[], words: string): Profile | undefined {
  const named = profiles.find(({ id, name }) => id === words || name.toLowerCase() === words.toLowerCase());
  const address = parseBaseUrl(words);
  if (named || !address.ok) return named;
  const { url } = address;
  return profiles.find(({ baseUrl }) => baseUrl === url) ?? profiles.find(({ baseUrl }) => isSameService(baseUrl, url));
}

/** The names of services, by the id of their profile. */
export function serviceNames({ profiles }: Pick<Store, 'profiles'>): ReadonlyMap<string, string> {
  return new Map(profiles.list().map(({ id, name }) => [id, name]));
}
