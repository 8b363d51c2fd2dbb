import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type Presence, presence } from '../../../main/intake/presence.ts';
import { scratchFolder } from '../../helpers/photographs.ts';

const times = { checkMs: 30, firstRetryMs: 20, lastRetryMs: 80, answerMs: 2_000 };
let watched: Presence | null = null;
afterEach(() => watched?.close());

function setUp() {
  const path = join(scratchFolder(), 'card');
  const seen: string[] = [];
  const start = () => {
    watched = presence(path, times, (change) =>
      seen.push(change.kind === 'gone' ? `gone: ${change.reason}` : change.kind),
    );
    return watched;
  };
  const until = async (count: number) => {
    for (let i = 0; i < 250 && seen.length < count; i++) await sleep(20);
    expect(seen).toHaveLength(count);
  };
  return { path, seen, start, until };
}

it('reports a folder that is there, goes, comes back, and becomes something else', async () => {
  const { path, seen, start, until } = setUp();
  mkdirSync(path);
  start();
  await until(1);
  renameSync(path, `${path}-away`);
  await until(2);
  renameSync(`${path}-away`, path);
  await until(3);
  rmSync(path, { recursive: true });
  writeFileSync(path, '');
  await until(4);
  expect(seen).toEqual(['there', 'gone: missing', 'there', 'gone: not-a-folder']);
});

it('waits for a folder that is not there at the start', async () => {
  const { path, seen, start, until } = setUp();
  start();
  await until(1);
  mkdirSync(path);
  await until(2);
  expect(seen).toEqual(['gone: missing', 'there']);
});

it('notices that another folder took the place between two looks', async () => {
  const { path, seen, start, until } = setUp();
  mkdirSync(path);
  mkdirSync(`${path}-other`);
  start();
  await until(1);
  renameSync(path, `${path}-old`);
  renameSync(`${path}-other`, path);
  await until(2);
  expect(seen).toEqual(['there', 'replaced']);
});

it('reports nothing more once it is closed', async () => {
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
