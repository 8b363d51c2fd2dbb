import { z } from 'zod';
import type { Message } from '../messages/message.ts';

export const productSchema = z.strictObject({
  sku: z.string().min(1).max(100),
  name: z.string().max(300),
  /** Relative to the output folder, separated by `/`; '' = the recipe's. */
  folder: z.string().max(400),
});
export type Product = z.infer<typeof productSchema>;

/** Compared with file names. */
type ProductKeyKind = 'file' | 'pattern' | 'number';

export interface ProductRow {
  /** From 1. */
  readonly line: number;
  readonly kind: ProductKeyKind;
  /** A file name or its beginning, a pattern with `*` and `?`, or a barcode. */
  readonly key: string;
  readonly product: Product;
  /** Null = the chosen one. */
  readonly recipeId: string | null;
}

export interface RejectedRow {
  readonly line: number;
  readonly message: Message;
}

export interface ProductList {
  readonly name: string;
  readonly rows: readonly ProductRow[];
  readonly leftOut: readonly RejectedRow[];
  /** On the whole file, such as an assumed encoding. */
  readonly notes: readonly Message[];
}

/** Matches before anything is added. Lists are cut at `maxListedRows`. */
export interface ProductsPlan {
  readonly list: string;
  readonly products: number;
  readonly photographs: number;
  /** Products without photographs. */
  readonly missing: readonly { readonly sku: string; readonly name: string }[];
  readonly missingCount: number;
  /** Photographs that match no row, or several. */
  readonly without: readonly { readonly name: string; readonly message: Message }[];
  readonly withoutCount: number;
  readonly leftOut: readonly RejectedRow[];
  readonly leftOutCount: number;
  /** Products with names that their marketplace may reject. */
  readonly otherNames: readonly { readonly sku: string; readonly name: string }[];
  readonly otherNamesCount: number;
  readonly notes: readonly Message[];
  /** Names of results contain the product. */
  readonly namesProducts: boolean;
}

export const maxListedRows = 500;

export interface ProductLine {
  readonly line: number;
  readonly sku: string;
  readonly name: string;
  readonly found: number;
  readonly done: number;
  readonly failed: number;
}

/** A product may have several lines. */
export interface ProductStatus extends Omit<ProductLine, 'line'> {
  readonly missing: number;
}
