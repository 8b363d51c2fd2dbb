import { expect, test } from 'vitest';
import { faceAnalysisSchema } from '../../../../main/engine/openapi/face-analysis-schema.ts';

interface Node {
  readonly properties: Readonly<Record<string, Node>>;
  readonly items: Node;
  readonly description?: string;
  readonly enum?: readonly number[];
}
const infos = (faceAnalysisSchema as unknown as Node).properties.face_detail_infos!.items;
const at = (path: string): Node =>
  path.split('.').reduce((node, name) => node.properties[name]!, infos.properties.face_detail_attributes_info!);

test.each([
  ['emotion', '0 angry, 1 disgusted, 2 afraid, 3 happy, 4 sad, 5 surprised, 6 neutral'],
  ['gender', '0 female, 1 male'],
  ['mask', '0 no, 1 yes, 2 worn incorrectly'],
  ['eye.glass', '0 none, 1 regular, 2 sunglasses'],
  ['eye.eye_open', '0 no, 1 yes'],
  ['eye.eyelid_type', '0 single eyelid, 1 parallel double eyelid, 2 scalloped double eyelid'],
  ['hat.style', '0 no, 1 yes'],
  ['mouth.mouth_open', '0 no, 1 yes'],
])("layout A's %s says what its codes mean", (path, meanings) => {
  expect(at(path).properties.type?.description).toBe(meanings);
});

test.each([
  'moustache',
  'nose',
  'shape',
  'skin',
  'eye.eye_size',
  'eyebrow.eyebrow_density',
  'eyebrow.eyebrow_curve',
  'eyebrow.eyebrow_length',
  'hair.length',
  'hair.bang',
  'hair.color',
  'hat.color',
])("layout A's %s says that no model gives it", (path) => {
  expect(at(path).description).toContain('Never in an answer of this engine');
  expect(at(path).properties.type?.enum).toBeUndefined();
});
