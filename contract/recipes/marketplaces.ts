/** Rules for product pictures, with date and source. */
import { z } from 'zod';
import { type Composition, compositionSchema } from './composition.ts';

const pixels = z.int().min(1).max(100_000);
const share = z.number().min(0).max(1);

export const ruleFormats = ['jpeg', 'png', 'tiff', 'webp', 'gif', 'bmp', 'avif'] as const;

const requirementSchema = z.discriminatedUnion('kind', [
  /** px. */
  z.strictObject({ kind: z.literal('longest-side'), least: pixels.optional(), most: pixels.optional() }),
  z.strictObject({ kind: z.literal('shortest-side'), least: pixels }),
  z.strictObject({ kind: z.literal('exact-size'), width: pixels, height: pixels }),
  z.strictObject({ kind: z.literal('pixels'), most: z.int().min(1).max(1_000_000_000) }),
  z.strictObject({ kind: z.literal('bytes'), most: z.int().min(1).max(2_000_000_000) }),
  z.strictObject({
    kind: z.literal('formats'),
    formats: z.array(z.enum(ruleFormats)).min(1).max(7),
  }),
  z.strictObject({ kind: z.literal('extension') }),
  /** Pure white (255, 255, 255) around the subject. */
  z.strictObject({ kind: z.literal('white-background') }),
  /** Neither the subject nor a shadow, frame or tint reaches the border. */
  z.strictObject({ kind: z.literal('free-border') }),
  /** Share of the larger side. */
  z.strictObject({ kind: z.literal('fill'), least: share.optional(), most: share.optional() }),
  /** On libjpeg's scale of 1 to 100. */
  z.strictObject({ kind: z.literal('jpeg-quality'), least: z.int().min(1).max(100) }),
  /** ASIN or GTIN (12 or 13 digits), `variant`, extension. */
  z.strictObject({
    kind: z.literal('product-name'),
    variant: z
      .string()
      .max(8)
      .regex(/^[A-Z0-9]{1,8}$/),
  }),
  z.strictObject({ kind: z.literal('opaque') }),
]);

const sourced = z.strictObject({
  /** `must`: violations are rejected or removed. */
  level: z.enum(['must', 'should']),
  asks: requirementSchema,
  /** URL or title of the document. */
  source: z.string().max(500),
  /** Last comparison with the source. */
  checked: z.iso.date().max(10),
  /** False if unpublished or contradictory. */
  certain: z.boolean(),
});
export type MarketplaceRule = z.infer<typeof sourced>;
export type RuleKind = MarketplaceRule['asks']['kind'];

export const marketplaceIdSchema = z
  .string()
  .max(40)
  .regex(/^[a-z0-9-]{1,40}$/);

export const marketplaceSchema = z.strictObject({
  id: marketplaceIdSchema,
  name: z.string().trim().min(1).max(80),
  composition: compositionSchema,
  output: z.strictObject({ format: z.enum(['jpeg', 'png']), quality: z.int().min(1).max(100) }),
  rules: z.array(sourced).min(1).max(40),
});
export type Marketplace = z.infer<typeof marketplaceSchema>;

const day = '2026-11-22';
const megabyte = 1_000_000;

type Requirement = MarketplaceRule['asks'];

/** @param isSeen false if the source itself was not read */
function from(source: string, isSeen = true) {
  const rule = (level: MarketplaceRule['level'], isCertain: boolean) => (asks: Requirement) => {
    return { level, asks, source, checked: day, certain: isCertain };
  };
  return { must: rule('must', isSeen), should: rule('should', isSeen), perhaps: rule('must', false) };
}

const white = { kind: 'white-background' } as const;
const square = (px: number, fill: number): Composition =>
  compositionSchema.parse({ canvas: { kind: 'exact', width: px, height: px }, fill, mostEnlarged: 1.5 });

const amazon = from('https://sellercentral.amazon.com/help/hub/reference/external/G1881');
const ebay = from('https://www.ebay.com/help/policies/listing-policies/picture-policy?id=4370', false);
const google = from('https://support.google.com/merchants/answer/6324350');
const zalando = from('Zalando Partner University, image guidelines (for partners only)', false);
const shopify = from('https://help.shopify.com/en/manual/products/product-media/product-media-types', false);
const etsy = from('https://help.etsy.com/hc/en-us/articles/115015663347', false);

/** Rules as of the days they name. */
export const marketplaces: readonly Marketplace[] = [
  {
    id: 'amazon-main',
    name: 'Amazon, main image',
    composition: square(2000, 0.9),
    output: { format: 'jpeg', quality: 92 },
    rules: [
      amazon.must(white),
      amazon.must({ kind: 'fill', least: 0.85 }),
      // Rejected below 500 px, zoomable from 1,000 px; Amazon recommends 1,600 px.
      amazon.must({ kind: 'longest-side', least: 1600, most: 10_000 }),
      amazon.must({ kind: 'formats', formats: ['jpeg', 'png', 'tiff', 'gif'] }),
      amazon.must({ kind: 'extension' }),
      amazon.must({ kind: 'free-border' }),
      amazon.must({ kind: 'opaque' }),
      amazon.perhaps({ kind: 'bytes', most: 10 * megabyte }),
      // Not required for single manual uploads.
      amazon.perhaps({ kind: 'product-name', variant: 'MAIN' }),
    ],
  },
  {
    id: 'ebay',
    name: 'eBay',
    composition: square(1600, 0.85),
    output: { format: 'jpeg', quality: 92 },
    rules: [
      ebay.must({ kind: 'longest-side', least: 500 }),
      ebay.should({ kind: 'longest-side', least: 1600 }),
      ebay.must({ kind: 'bytes', most: 12 * megabyte }),
      ebay.must({ kind: 'formats', formats: ['jpeg', 'png', 'tiff', 'gif', 'bmp', 'webp', 'avif'] }),
      ebay.must({ kind: 'free-border' }),
      ebay.must({ kind: 'jpeg-quality', least: 90 }),
    ],
  },
  {
    id: 'google-merchant',
    name: 'Google Merchant Center',
    composition: square(1500, 0.85),
    output: { format: 'jpeg', quality: 92 },
    rules: [
      // From 31 January 2027 on; 100 px (clothes 250 px) until then.
      google.must({ kind: 'shortest-side', least: 500 }),
      google.should({ kind: 'shortest-side', least: 1500 }),
      google.must({ kind: 'pixels', most: 64_000_000 }),
      google.must({ kind: 'bytes', most: 16 * megabyte }),
      google.must({ kind: 'formats', formats: ['jpeg', 'png', 'webp', 'gif', 'bmp', 'tiff'] }),
      google.must({ kind: 'extension' }),
      google.must({ kind: 'free-border' }),
      google.should({ kind: 'fill', least: 0.75, most: 0.9 }),
    ],
  },
  {
    id: 'zalando',
    name: 'Zalando, packshot',
    composition: compositionSchema.parse({
      canvas: { kind: 'exact', width: 1801, height: 2600 },
      fill: 0.9,
      mostEnlarged: 1.5,
    }),
    output: { format: 'jpeg', quality: 92 },
    rules: [
      zalando.must({ kind: 'exact-size', width: 1801, height: 2600 }),
      zalando.must({ kind: 'formats', formats: ['jpeg'] }),
      zalando.must({ kind: 'extension' }),
      zalando.must({ kind: 'bytes', most: 20 * megabyte }),
      zalando.must(white),
    ],
  },
  {
    id: 'shopify',
    name: 'Shopify',
    composition: square(2048, 0.85),
    output: { format: 'jpeg', quality: 92 },
    rules: [
      shopify.should({ kind: 'exact-size', width: 2048, height: 2048 }),
      shopify.must({ kind: 'longest-side', most: 5000 }),
      shopify.must({ kind: 'bytes', most: 20 * megabyte }),
      shopify.must({ kind: 'formats', formats: ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] }),
    ],
  },
  {
    id: 'etsy',
    name: 'Etsy',
    composition: square(2000, 0.8),
    output: { format: 'jpeg', quality: 92 },
    rules: [
      etsy.should({ kind: 'shortest-side', least: 2000 }),
      etsy.must({ kind: 'formats', formats: ['jpeg', 'png', 'gif'] }),
      // Larger files upload slowly and may fail.
      etsy.should({ kind: 'bytes', most: megabyte }),
    ],
  },
];
