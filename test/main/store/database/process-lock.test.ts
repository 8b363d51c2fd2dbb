import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProcessLock } from '../../../../main/store/database/process-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-process-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('shows a process to others from its first id until its end', () => {
  const [a, b] = [createProcessLock(folder), createProcessLock(folder)];
  const own = a.id();
  expect(b.listOthers()).toEqual([own]);
  expect(a.id()).toBe(own);
  expect(a.listOthers()).toEqual([]);
  expect(b.id()).not.toBe(own);
  a.release();
  expect(b.listOthers()).toEqual([]);
  b.release();
  expect(readdirSync(folder)).toEqual([]);
});

it('removes the lock files of processes that have ended, and nothing else', () => {
  const left = '01234567-89ab-4cde-8f01-23456789abcd';
  for (const name of [left, `${left}-journal`, 'notes.txt']) writeFileSync(join(folder, name), '');
  const lock = createProcessLock(folder);
  const own = lock.id();
  const others = readdirSync(folder).filter((name) => !name.startsWith(own));
  expect(others).toEqual(['notes.txt']);
  lock.release();
});
