import { describe, expect, it } from 'vitest';
import {
  isInsecure,
  issuesOf,
  newProfile,
  presetOf,
  tidyAddress,
  withPreset,
} from '../../../../renderer/screens/services/profileDraft.ts';

const fresh = newProfile('p1');

describe('presets', () => {
  it('fill in address, header and name', () => {
    const known = withPreset(fresh, 'AILabTools');
    expect(known).toMatchObject({
      name: 'AILabTools',
      baseUrl: 'https://www.ailabapi.com',
      keyHeader: 'ailabapi-api-key',
    });
    expect(presetOf(known)).toBe('AILabTools');
    expect(withPreset(known, 'Custom service')).toMatchObject({ name: '', baseUrl: '', keyHeader: 'service-api-key' });
  });

  it('keep a name from the user', () => {
    expect(withPreset({ ...fresh, name: 'Studio' }, 'AILabTools').name).toBe('Studio');
  });
});

it('a service charges until the user marks it as free', () => {
  expect(fresh.charges).toBe(true);
});

describe('issuesOf', () => {
  it('requires a name and an address', () => {
    expect([...issuesOf(fresh, 'An address, please.')].sort()).toEqual([
      ['baseUrl', 'An address, please.'],
      ['name', 'Give the service a name.'],
    ]);
  });

  it('finds invalid addresses and headers', () => {
    const bad = { ...fresh, name: 'Studio', baseUrl: 'ftp://example.org', keyHeader: 'a b' };
    expect([...issuesOf(bad, '').keys()].sort()).toEqual(['baseUrl', 'keyHeader']);
    const good = { ...fresh, name: 'Studio', baseUrl: 'https://example.org' };
    expect(issuesOf(good, '').size).toBe(0);
    const open = { taskQueryPath: 'https://elsewhere.example/tasks', outputFormField: 'a b', pollSeconds: 0 };
    expect([...issuesOf({ ...good, ...open }, '').keys()].sort()).toEqual(Object.keys(open).sort());
  });
});

describe('isInsecure', () => {
  it.each([
    ['https://example.org', false],
    ['http://example.org', true],
    ['http://192.168.1.5:8080', true],
    ['http://127.0.0.1:8080', false],
    ['http://127.4.5.6', false],
    ['http://localhost:3000/base', false],
    ['http://[::1]:3000', false],
    ['http://127.0.0.1.example.org', true],
    ['http://localhost.example.org', true],
    ['not an address', false],
  ])('%s: %s', (address, insecure) => {
    expect(isInsecure(address)).toBe(insecure);
  });
});

it('normalizes an address', () => {
  expect(tidyAddress('  https://example.org/api// ')).toBe('https://example.org/api');
});
