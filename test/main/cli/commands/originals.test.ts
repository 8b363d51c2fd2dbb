import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { noisePhoto, success } from '../../../helpers/queue/queue-stage.ts';
import { startScriptedServer } from '../../../helpers/service/scripted-server.ts';

it('moves originals of finished photographs to “Done”, and back', async () => {
  const folder = scratchFolder();
  const source = join(folder, 'src');
  mkdirSync(source);
  for (const name of ['a.jpg', 'b.jpg']) writeFileSync(join(source, name), await noisePhoto(160, 160));
  const operation = 'smart-face-slimming';
  const upload = `POST ${operations[operation].path}`;
  const server = await startScriptedServer();
  server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
  server.script('GET /result.png', { bytes: await noisePhoto(160, 160, 'png'), type: 'image/png' });
  const say = (...words: string[]) =>
    runInProcess([...words, '--data', join(folder, 'data')], { TEST_KEY: 'key' }).ended;
  try {
    const runOptions = ['--out', join(folder, 'out'), '--service', server.baseUrl, '--key-env', 'TEST_KEY'];
    expect(await say('run', source, '--recipe', operation, ...runOptions)).toMatchObject({ code: 0 });
    rmSync(join(source, 'b.jpg'));
    const moved = await say('originals');
    expect(moved).toMatchObject({ code: 1, out: 'One original was moved to “Done”.\n' });
    expect(moved.err).toContain('“b.jpg” is no longer in the folder it was added from.');
    expect([existsSync(join(source, 'a.jpg')), existsSync(join(source, 'Done/a.jpg'))]).toEqual([false, true]);
    // The moved files are recognized as the same photographs.
    const again = await say('run', source, '--recipe', operation, ...runOptions);
    expect([again.code, again.err]).toEqual([0, expect.stringContaining('already finished')]);
    expect(server.requestsOf(upload)).toHaveLength(2);
    const back = await say('originals', '--back', '--json');
    expect([back.code, JSON.parse(back.out)]).toMatchObject([0, { moved: 1, failed: [] }]);
    expect(existsSync(join(source, 'a.jpg'))).toBe(true);
    expect((await say('originals', '--search', 'nothing-of-this')).out).toContain('There were no originals to move.');
  } finally {
    await server.close();
  }
});
