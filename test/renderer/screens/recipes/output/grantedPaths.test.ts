import { expect, it } from 'vitest';
import { compositionSchema } from '../../../../../contract/recipes/composition.ts';
import { outputSchema } from '../../../../../contract/recipes/output.ts';
import { withGrantedPaths } from '../../../../../renderer/screens/recipes/output/grantedPaths.ts';
import { rememberGrant } from '../../../../../renderer/state/data/grants.ts';

const id = 'grant:00000000-0000-4000-8000-000000000000';

it('a newly chosen path is sent as its grant from every path field of an output', () => {
  const path = rememberGrant({ id, path: '/pictures/linen.jpg' });
  const composition = compositionSchema.parse({ background: { kind: 'picture', path, fit: 'tile' } });
  const sent = withGrantedPaths(outputSchema.parse({ folder: '/finished', composition }));
  expect(sent.folder).toBe('/finished');
  expect(sent.composition?.background).toEqual({ kind: 'picture', path: id, fit: 'tile' });
  const plain = outputSchema.parse({ composition: compositionSchema.parse({}) });
  expect(withGrantedPaths(plain)).toEqual(plain);
});
