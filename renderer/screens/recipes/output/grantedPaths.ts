import type { Output } from '../../../../contract/recipes/output.ts';
import { toWirePath } from '../../../state/data/grants.ts';

export function withGrantedPaths(output: Output, read: typeof toWirePath = toWirePath): Output {
  const { composition } = output;
  const folder = read(output.folder);
  if (composition === null || composition.background.kind !== 'picture') return { ...output, folder };
  const { background } = composition;
  return {
    ...output,
    folder,
    composition: { ...composition, background: { ...background, path: read(background.path) } },
  };
}
