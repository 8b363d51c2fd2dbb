import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { electronSwitches, underDisplay } from '../../scripts/launch.ts';
import { projectRoot } from '../../scripts/setup/places.ts';
import { mosaicDng } from '../helpers/mosaic-dng.ts';

let folder: string;
let app: string;
let resources: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-packaged-'));
  const words = ['--any-runtime', '--dir', `--config.directories.output=${folder}`];
  const made = spawn(process.execPath, [join(projectRoot, 'scripts/package.ts'), ...words], { stdio: 'inherit' });
  const [code] = await once(made, 'exit');
  if (code !== 0) throw new Error('The app could not be packaged.');
  app = join(folder, 'linux-unpacked', 'burnish');
  resources = join(folder, 'linux-unpacked', 'resources');
});
afterAll(() => {
  for (const child of running) if (child.pid) process.kill(-child.pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Starts the packaged app, under a display; `env` is added to the environment. */
function start(words: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const launch = underDisplay({
    command: app,
    args: [...electronSwitches(), ...words],
    env: { ...process.env, ...env },
  });
  const child = spawn(launch.command, launch.args, {
    env: launch.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child.once('exit', () => running.delete(child)));
  return child;
}

describe.runIf(process.platform === 'linux')('the packaged app', () => {
  it('has its fuses set', async () => {
    const wire = (await getCurrentFuseWire(app)) as unknown as Record<number, number>;
    // "0" and "1", as they stand in the program.
    const isOn = (fuse: FuseV1Options) => String.fromCharCode(wire[fuse] ?? 0) === '1';
    expect({
      runAsNode: isOn(FuseV1Options.RunAsNode),
      nodeOptions: isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: isOn(FuseV1Options.EnableNodeCliInspectArguments),
      fileProtocol: isOn(FuseV1Options.GrantFileProtocolExtraPrivileges),
      cookieEncryption: isOn(FuseV1Options.EnableCookieEncryption),
      asarIntegrity: isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyAsar: isOn(FuseV1Options.OnlyLoadAppFromAsar),
    }).toEqual({
      runAsNode: false,
      nodeOptions: false,
      inspect: false,
      fileProtocol: false,
      cookieEncryption: true,
      asarIntegrity: true,
      onlyAsar: true,
    });
  });

  it('has nothing outside its archive but native libraries, and the decoders that may be replaced', () => {
    const unpacked = readdirSync(join(resources, 'app.asar.unpacked'), { recursive: true, withFileTypes: true });
    const files = unpacked.filter((entry) => entry.isFile()).map(({ name }) => name);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((name) => !/\.(node|dll|dylib|so(\.[\d.]+)?)$/.test(name))).toEqual([
      'libheif.wasm',
      'libraw.wasm',
    ]);
  });

  it.each([
    ['portrait-cutout', 'astronaut.png'],
    ['skin-soft', 'astronaut.png'],
    ['portrait-cutout', 'portrait.heic'],
    ['skin-soft', 'shot.dng'],
  ])('finishes a photograph by its command line: %s, %s', async (recipe, name) => {
    const evil = join(folder, 'evil.cjs');
    // In the app, that is: the script that gives it a display is run by Node, which rightly loads this.
    writeFileSync(evil, `if (process.versions.electron) require('node:fs').writeFileSync(__filename + '.ran', '')`);
    const out = join(folder, 'finished', `${recipe} ${name}`);
    const folders: Record<string, string> = { '.heic': join(projectRoot, 'test/photos/heic'), '.dng': folder };
    const photograph = join(folders[extname(name)] ?? join(resources, 'samples'), name);
    if (name.endsWith('.dng')) {
      writeFileSync(photograph, await mosaicDng({ source: readFileSync(join(resources, 'samples/astronaut.png')) }));
    }
    const words = ['run', photograph, '--recipe', recipe, '--out', out, '--data', join(folder, 'data')];
    // Neither makes a plain Node of the app, nor loads anything into it.
    const child = start(words, { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require ${evil}` });
    let said = '';
    child.stdout?.on('data', (text) => (said += text));
    child.stderr?.resume();
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    expect(said).toContain(`${photograph}: ${out}`);
    expect(readdirSync(out)).toHaveLength(1);
    expect(existsSync(`${evil}.ran`)).toBe(false);
  });

  it('opens its window', async () => {
    const data = join(folder, 'window');
    const child = start([`--data=${data}`, '--remote-debugging-port=0']);
    child.stdout?.resume();
    child.stderr?.resume();
    const pages = async () => {
      const port = readFileSync(join(data, 'DevToolsActivePort'), 'utf8').split('\n')[0];
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
      return ((await answer.json()) as { url: string; title: string }[]).map(({ url, title }) => `${url} ${title}`);
    };
    await expect.poll(pages, { timeout: 120_000 }).toEqual(['app://burnish/index.html Burnish']);
  });
});
