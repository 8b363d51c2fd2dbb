/** Product lists: what a table (CSV) says of the photographs of a shoot, what of it can be used, and what became of each product. */
import { z } from 'zod';
import type { Message } from '../messages/message.ts';

/** What a product list says of a photograph, as its job keeps it. */
export const productSchema = z.strictObject({
  sku: z.string().min(1).max(100),
  name: z.string().max(300),
  /** Below the output folder, with `/` between; '' = as the recipe says. */
  folder: z.string().max(400),
});
export type Product = z.infer<typeof productSchema>;

/** What the file names of a product's photographs are compared with. */
export type ProductKeyKind = 'file' | 'pattern' | 'number';

/** A row of a product list that can be used. */
export interface ProductRow {
  /** Its line in the file, from 1. */
  readonly line: number;
  readonly kind: ProductKeyKind;
  /** A file name or its beginning, a pattern with `*` and `?`, or a barcode's digits; as in the list. */
  readonly key: string;
  readonly product: Product;
  /** Null = the one that was chosen. */
  readonly recipeId: string | null;
}

/** A row that cannot be used, and why. */
export interface RejectedRow {
  readonly line: number;
  readonly message: Message;
}

export interface ProductList {
  /** Of the file. */
  readonly name: string;
  readonly rows: readonly ProductRow[];
  readonly leftOut: readonly RejectedRow[];
  /** About the file as a whole, such as an encoding that was assumed. */
  readonly notes: readonly Message[];
}

/** What a product list comes to with some photographs, before anything is added. Lists are cut at `maxListedRows`. */
export interface ProductsPlan {
  readonly list: string;
  readonly products: number;
  readonly photographs: number;
  /** Names of products without any photograph. */
  readonly missing: readonly { readonly sku: string; readonly name: string }[];
  readonly missingCount: number;
  /** Photographs that no row names, or more than one, and why. */
  readonly without: readonly { readonly name: string; readonly message: Message }[];
  readonly withoutCount: number;
  readonly leftOut: readonly RejectedRow[];
  readonly leftOutCount: number;
  /** Products whose results would have names that their marketplace may not take. */
  readonly otherNames: readonly { readonly sku: string; readonly name: string }[];
  readonly otherNamesCount: number;
  readonly notes: readonly Message[];
  /** Whether any name of results says which product it is. */
  readonly namesProducts: boolean;
}

export const maxListedRows = 500;

/** What became of the photographs of one line of a list. */
export interface ProductLine {
  readonly line: number;
  readonly sku: string;
  readonly name: string;
  /** Photographs. */
  readonly found: number;
  readonly done: number;
  readonly failed: number;
}

/** The same of one product, which may have several lines. */
export interface ProductStatus extends Omit<ProductLine, 'line'> {
  /** Rows of the list for which there was no photograph. */
  readonly missing: number;
}
