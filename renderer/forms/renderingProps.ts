import type { OutputSize, Rendering } from '../../contract/recipes/output.ts';

export interface RenderingProps {
  readonly rendering: Rendering;
  readonly set: (change: Partial<Rendering>) => void;
  readonly testId: (name: string) => string;
  readonly fieldSize?: 'xs' | 'sm';
}

/** Returns the initial size of a kind. */
export function sizeOfKind(kind: OutputSize['kind']): OutputSize {
  switch (kind) {
    case 'photograph':
      return { kind };
    case 'longest':
      return { kind, px: 2048, enlarge: false };
    case 'exact':
      return { kind, width: 2000, height: 2000, background: '#ffffff', enlarge: false };
  }
}

const lossyFormats: readonly Rendering['format'][] = ['jpeg', 'webp', 'avif'];

export const hasQuality = (format: Rendering['format'], isAutoLossy: boolean): boolean =>
  format === 'auto' ? isAutoLossy : lossyFormats.includes(format);
