/** File names of a product's number and variant, as Amazon requires: "B000123456.MAIN.jpg". */

import { type MessageDescriptor, msg } from '../messages/message.ts';
import type { PreflightFinding } from './marketplace-check.ts';
import type { Marketplace } from './marketplaces.ts';
import { fileName, type NameParts } from './naming.ts';

/** ASIN, or a GTIN of 12 or 13 digits. */
const productNumber = /^(?:[A-Z0-9]{10}|\d{12,13})$/;
const exampleNumber = 'B000123456';

/** @param name with its extension */
export function isProductName(name: string, variant: string): boolean {
  const [number, given, , more] = name.split('.');
  return more === undefined && productNumber.test(number ?? '') && given === variant;
}

export const wrongNameMessage = (variant: string): MessageDescriptor =>
  msg('imaging.check.otherName', { wanted: `${exampleNumber}.${variant}.jpg` });

/** Fails the finding about the name if `template` cannot give a valid one. */
export function withNameFinding(
  findings: readonly PreflightFinding[],
  preset: Pick<Marketplace, 'rules'> | null,
  template: string,
): readonly PreflightFinding[] {
  const variant = preset && variantOf(preset);
  if (variant === null || canBeProductName(template, variant)) return findings;
  return findings.map((finding) =>
    finding.kind === 'product-name' ? { ...finding, passes: false, says: wrongNameMessage(variant) } : finding,
  );
}

/** Returns null if the marketplace requires no name. */
export function variantOf({ rules }: Pick<Marketplace, 'rules'>): string | null {
  for (const { asks } of rules) if (asks.kind === 'product-name') return asks.variant;
  return null;
}

/** Whether names are valid, or can be if photograph, folder or product list has the number. */
export function canBeProductName(template: string, variant: string, known: Partial<NameParts> = {}): boolean {
  const parts: NameParts = {
    operation: 'operation',
    recipe: 'recipe',
    date: '2026-01-31',
    time: '14-05-09',
    counter: '0001',
    element: '',
    name: exampleNumber,
    folder: exampleNumber,
    sku: exampleNumber,
    product: exampleNumber,
    ...known,
  };
  return isProductName(`${fileName(template, parts)}.jpg`, variant);
}
