import type { Metadata } from 'sharp';
import type { Orientation } from '../decode/image-facts.ts';

export function orientationOf({ orientation = 1 }: Pick<Metadata, 'orientation'>): Orientation {
  return orientation >= 1 && orientation <= 8 ? (orientation as Orientation) : 1;
}
