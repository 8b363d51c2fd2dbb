import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProcessLock } from '../../../../main/store/database/process-lock.ts';
import { ownFolder } from '../../../helpers/store/own-folder.ts';

const folder = ownFolder();

it('shows a process to others from its first id until its end', () => {
  const [a, b] = [createProcessLock(folder()), createProcessLock(folder())];
  const own = a.id();
  expect(b.listOthers()).toEqual([own]);
  expect(a.id()).toBe(own);
  expect(a.listOthers()).toEqual([]);
  expect(b.id()).not.toBe(own);
  a.release();
  expect(b.listOthers()).toEqual([]);
  b.release();
  expect(readdirSync(folder())).toEqual([]);
});

it('removes the lock files of processes that have ended, and nothing else', () => {
  const left = '01234567-89ab-4cde-8f01-23456789abcd';
  for (const name of [left, `${left}-journal`, 'notes.txt']) writeFileSync(join(folder(), name), '');
  const lock = createProcessLock(folder());
  const own = lock.id();
  const others = readdirSync(folder()).filter((name) => !name.startsWith(own));
  expect(others).toEqual(['notes.txt']);
  lock.release();
});
