import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { networks } from '../../../../contract/services/networks.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { checksumOf } from '../../../helpers/engine/small-network.ts';
import { noise } from '../../../helpers/photograph/noise.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { type FileServer, serveFile } from '../../../helpers/service/file-server.ts';

const bytes = noise(300_000);
const id = 'isnet-general-use';
let server: FileServer;
let data: string;
let file: string;

beforeAll(async () => {
  server = await serveFile(bytes);
  const catalog = join(scratchFolder(), 'catalogue.json');
  const own = { bytes: bytes.length, checksum: checksumOf(bytes) };
  const entries = {
    [id]: { ...own, address: server.url },
    // No server listens at this address.
    'birefnet-general': { ...own, address: 'http://127.0.0.1:9/' },
  };
  writeFileSync(catalog, JSON.stringify(entries));
  vi.stubEnv('BURNISH_CATALOGUE', catalog);
});
afterAll(() => {
  vi.unstubAllEnvs();
  return server.close();
});
beforeEach(() => {
  data = scratchFolder();
  file = join(data, 'networks', `${id}.onnx`);
});

const say = (...words: string[]) => runInProcess(['networks', ...words, '--data', data]).ended;

describe('burnish networks', () => {
  it('lists each network and its status', async () => {
    const { code, out } = await say();
    expect(code).toBe(0);
    expect(out.trim().split('\n')).toHaveLength(networks.length);
    expect(out).toContain(
      'isnet-general-use (ISNet) is not downloaded: 300 KB, Apache-2.0. It needs 1.5 GB of free memory and takes up to 3 times as long as U²-Net. Its authors license “code and evaluation metric” under Apache-2.0. They have not replied to questions about the weights.',
    );
    expect(
      out.match(
        /According to their author, the code and the weights are licensed under MIT\. BiRefNet[^.]* stays optional/g,
      ),
    ).toHaveLength(3);
    expect((await say('list', id)).out.trim().split('\n')).toHaveLength(1);
  });

  it('downloads, resumes an incomplete download, and removes', async () => {
    mkdirSync(join(data, 'networks'));
    writeFileSync(`${file}.part`, bytes.subarray(0, 100_000));
    expect((await say()).out).toContain('isnet-general-use (ISNet) is incomplete (100 KB downloaded): 300 KB');
    const { code, err } = await say('download', id);
    expect([code, err.trim().split('\n').at(-1)]).toEqual([
      0,
      'isnet-general-use was downloaded and will be used from the next photograph on.',
    ]);
    expect(server.ranges.at(-1)).toBe('bytes=100000-');
    const [line] = (await say('--json', 'list', id)).out.trim().split('\n');
    expect(JSON.parse(line!)).toMatchObject({ name: id, title: 'ISNet', state: 'ready', totalBytes: bytes.length });
    expect(await say('remove', id)).toMatchObject({ code: 0, err: 'isnet-general-use was removed.\n' });
    expect(existsSync(file)).toBe(false);
  });

  it('reports an unavailable network in one sentence, continues with the others, and ends with 1', async () => {
    const { code, err } = await say('download', 'birefnet-general', id);
    expect(code).toBe(1);
    expect(err).toContain('127.0.0.1:9 cannot be reached. Check the internet connection, then resume.');
    expect(existsSync(file)).toBe(true);
  });

  it.each([
    [['download'], 'Specify a network: birefnet-general, birefnet-general-lite, birefnet-512, isnet-general-use.'],
    [['remove', 'best'], 'Specify a network'],
    [['fetch'], 'Allowed choices are list, download, remove'],
  ])('answers %j with usage', async (words, message) => {
    const { code, err } = await say(...words);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
