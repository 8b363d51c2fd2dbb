import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { emptyPhotoInfo } from '../../../../contract/review/photo-info.ts';
import { openStore } from '../../../../main/store/index.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { cutoutPng, noisePhoto, success } from '../../../helpers/queue/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../../../helpers/service/scripted-server.ts';

const operation = 'portrait-background-removal';
let folder: string;
let server: ScriptedServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-info-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'a.jpg'), await noisePhoto(64, 48));
  server = await startScriptedServer();
  server.script(`POST ${operations[operation].path}`, {
    json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } },
  });
  server.script('GET /result.png', { bytes: await cutoutPng(64, 48), type: 'image/png' });
  server.script('GET /api/common/query-credits', { json: { ...success, data: [{ balance: 10 }] } });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const run = (...more: string[]) => {
  const words = ['run', join(folder, 'src'), '--recipe', operation, '--out', join(folder, 'out'), ...more];
  const service = ['--data', join(folder, 'data'), '--service', server.baseUrl, '--key-env', 'TEST_KEY'];
  return runInProcess([...words, ...service], { TEST_KEY: 'key' }).ended;
};

it('writes photo info into results: a preset, and additional options', async () => {
  const store = openStore({ folder: join(folder, 'data') });
  const details = { ...emptyPhotoInfo, creator: 'Studio', copyright: '© Studio', keywords: ['studio'] };
  store.detailsPresets.save({ id: 'a', name: 'House style', details });
  store.close();
  const ended = await run('--info-preset', 'house STYLE', '--creator', 'Zoë', '--keywords', 'beach, 海');
  expect(ended.code, ended.err).toBe(0);
  const again = openStore({ folder: join(folder, 'data') });
  const [{ path } = { path: null }] = await again.results.ofJob(1);
  again.close();
  const xmp = (await sharp(path ?? '').metadata()).xmp?.toString() ?? '';
  expect(xmp).toMatch(/<rdf:li>studio<\/rdf:li><rdf:li>beach<\/rdf:li><rdf:li>海<\/rdf:li>/);
  expect(xmp).toMatch(/<dc:creator><rdf:Seq><rdf:li>Zoë</);
  expect(xmp).toContain('© Studio');
});

it('rejects invalid photo info before anything is added', async () => {
  const unknown = await run('--info-preset', 'None');
  expect([unknown.code, unknown.err]).toEqual([
    2,
    expect.stringContaining('There is no photo info preset “None”. Presets: none.'),
  ]);
  const long = await run('--keywords', 'x'.repeat(65));
  expect(long.code).toBe(2);
  expect(long.err).toContain('This photo info cannot be used.');
  expect(long.err).toContain('--keywords:');
  expect(server.requestsOf(`POST ${operations[operation].path}`)).toHaveLength(0);
});
