import { expect, it } from 'vitest';
import { msg } from '../../../contract/messages/message.ts';
import { marketplaces } from '../../../contract/recipes/marketplaces.ts';
import {
  canBeProductName,
  isProductName,
  variantOf,
  withNameFinding,
} from '../../../contract/recipes/product-file-name.ts';

it.each([
  ['B000123456.MAIN.jpg', true],
  ['4006381333931.MAIN.jpg', true],
  ['400638133393.MAIN.png', true],
  ['B000123456.PT01.jpg', false],
  ['B000123456.jpg', false],
  ['B000123456.MAIN-2.jpg', false],
  ['b000123456.MAIN.jpg', false],
  ['B000123456.MAIN.x.jpg', false],
])('%s', (name, is) => expect(isProductName(name, 'MAIN')).toBe(is));

it.each([
  ['{sku}.MAIN', true],
  ['{name}.MAIN', true],
  ['{name}.MAIN{element}', true],
  ['{name}-{recipe}', false],
  ['{sku}', false],
  ['{sku}.MAIN-{counter}', false],
])('the name %s can be valid: %s', (template, may) => expect(canBeProductName(template, 'MAIN')).toBe(may));

it('checks the known parts of a name in advance', () => {
  expect(canBeProductName('{sku}.MAIN', 'MAIN', { sku: 'A-1042' })).toBe(false);
  expect(canBeProductName('{sku}.MAIN', 'MAIN', { sku: 'B0ABCDEFGH' })).toBe(true);
});

it('reports names that no photograph can make valid, and leaves the rest open', () => {
  const amazon = marketplaces[0]!;
  const open = amazon.rules.map(({ asks, level, certain }) => ({
    ...{ kind: asks.kind, level, certain, passes: null, says: msg('imaging.check.later') },
  }));
  expect(withNameFinding(open, amazon, '{sku}.MAIN')).toEqual(open);
  expect(withNameFinding(open, null, '{name}')).toEqual(open);
  const named = withNameFinding(open, amazon, '{name}-{recipe}');
  expect(named.filter(({ passes }) => passes === false).map(({ kind }) => kind)).toEqual(['product-name']);
});

it('has a variant for the marketplaces that ask for names', () => {
  expect(marketplaces.map((each) => [each.id, variantOf(each)]).filter(([, variant]) => variant !== null)).toEqual([
    ['amazon-main', 'MAIN'],
  ]);
});
