import { expect } from 'vitest';
import type { Core } from '../../../main/ipc/core.ts';
import { presetHandlers } from '../../../main/ipc/preset-handlers.ts';
import { Refusal } from '../../../main/ipc/refusal.ts';
import { marketplaces } from '../../../preload/contract/marketplaces.ts';
import { test } from '../../helpers/store-stage.ts';

const amazon = marketplaces[0]!;
const mine = { ...amazon, id: 'own-1', name: 'Our shop', copiedFrom: amazon.id };

test('presets are kept beside the built-in ones, which stay as they are', ({ stage: { store } }) => {
  const handlers = presetHandlers({ store } as Core);
  handlers['presets.save'](mine, 'page');
  expect(store.presets.list()).toEqual([mine]);
  expect([store.presets.find('own-1')?.name, store.presets.find('ebay')?.name]).toEqual(['Our shop', 'eBay']);
  expect([store.presets.find('own-2'), store.presets.find(null)]).toEqual([null, null]);
  expect(() => handlers['presets.save']({ ...mine, id: amazon.id }, 'page')).toThrow(Refusal);
  expect(store.presets.find(amazon.id)).toBe(amazon);
  handlers['presets.remove']({ id: 'own-1' }, 'page');
  expect(store.presets.list()).toEqual([]);
});
