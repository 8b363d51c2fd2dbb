import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type PresenceWatch, watchPresence } from '../../../../main/intake/watch/folder-presence.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const times = { checkMs: 30, firstRetryMs: 20, lastRetryMs: 80, answerMs: 30_000 };
let watched: PresenceWatch | null = null;
afterEach(() => watched?.close());

function setUp() {
  const path = join(scratchFolder(), 'card');
  /** Replaces the path, which must be a link, in one step, so that no check falls in between. */
  const put = (target: string) => {
    symlinkSync(target, `${path}-next`);
    renameSync(`${path}-next`, path);
  };
  const seen: string[] = [];
  const start = () => {
    watched = watchPresence(path, times, (change) =>
      seen.push(change.kind === 'gone' ? `gone: ${change.reason}` : change.kind),
    );
    return watched;
  };
  const until = async (count: number) => {
    await expect.poll(() => seen).toHaveLength(count);
  };
  return { path, put, seen, start, until };
}

it('reports a folder that exists, disappears, returns, and is replaced', async () => {
  const { path, put, seen, start, until } = setUp();
  mkdirSync(`${path}-folder`);
  writeFileSync(`${path}-file`, '');
  put(`${path}-folder`);
  start();
  await until(1);
  renameSync(path, `${path}-away`);
  await until(2);
  renameSync(`${path}-away`, path);
  await until(3);
  put(`${path}-file`);
  await until(4);
  expect(seen).toEqual(['there', 'gone: missing', 'there', 'gone: not-a-folder']);
});

it('waits for a folder that is missing at the start', async () => {
  const { path, seen, start, until } = setUp();
  start();
  await until(1);
  mkdirSync(path);
  await until(2);
  expect(seen).toEqual(['gone: missing', 'there']);
});

it('notices that another folder replaced it between two checks', async () => {
  const { path, put, seen, start, until } = setUp();
  mkdirSync(`${path}-first`);
  mkdirSync(`${path}-other`);
  put(`${path}-first`);
  start();
  await until(1);
  put(`${path}-other`);
  await until(2);
  expect(seen).toEqual(['there', 'replaced']);
});

it('reports nothing once it is closed', async () => {
  const { path, seen, start, until } = setUp();
  mkdirSync(path);
  const card = start();
  await until(1);
  card.close();
  rmSync(path, { recursive: true });
  card.check();
  await sleep(200);
  expect(seen).toEqual(['there']);
});
