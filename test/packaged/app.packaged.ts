import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { burnish, endAll, resourcesOf, start } from './packaged-app.ts';

const packaged = inject('packaged');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-app-'));
});
afterAll(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

describe.runIf(process.platform === 'linux')('the packaged app', () => {
  it('has its fuses set', async () => {
    const wire = (await getCurrentFuseWire(join(packaged, 'burnish'))) as unknown as Record<number, number>;
    // Fuses are stored as the characters "0" and "1".
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

  it('is no plain Node, and loads nothing that the environment names', async () => {
    const evil = join(folder, 'evil.cjs');
    // Only in Electron, because Node runs the script that provides the display, and rightly loads this.
    writeFileSync(evil, `if (process.versions.electron) require('node:fs').writeFileSync(__filename + '.ran', '')`);
    const out = join(folder, 'out');
    const photograph = join(resourcesOf(packaged), 'samples/astronaut.png');
    const words = ['run', photograph, '--recipe', 'portrait-cutout', '--out', out, '--data', join(folder, 'data')];
    const ended = await burnish(packaged, words, { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require ${evil}` });
    expect(ended).toMatchObject({ code: 0, out: expect.stringContaining(`${photograph}: ${out}`) });
    const [cutout, ...others] = readdirSync(out);
    expect(others).toEqual([]);
    expect(await sharp(join(out, cutout!)).metadata()).toMatchObject({ hasAlpha: true });
    expect(existsSync(`${evil}.ran`)).toBe(false);
  });

  it('opens its window', async () => {
    const data = join(folder, 'window');
    const child = start(packaged, [`--data=${data}`, '--without-networks', '--remote-debugging-port=0']);
    child.stdout?.resume();
    child.stderr?.resume();
    const pages = async () => {
      const port = readFileSync(join(data, 'DevToolsActivePort'), 'utf8').split('\n')[0];
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
      return ((await answer.json()) as { url: string; title: string }[]).map(({ url, title }) => `${url} ${title}`);
    };
    await expect.poll(pages, { timeout: 120_000 }).toEqual(['app://burnish/index.html Burnish']);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
});
