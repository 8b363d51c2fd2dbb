import { expect, test } from 'vitest';
import { faceAnalysisSchema } from '../../../../engine/service/openapi/face-analysis-schema.ts';

interface Node {
  readonly properties: Readonly<Record<string, Node>>;
  readonly items: Node;
  readonly description?: string;
  readonly required?: readonly string[];
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
  ['moustache', '0 no, 1 yes'],
  ['nose', '0 narrow, 1 medium, 2 broad'],
  ['shape', '0 square, 1 triangle, 2 oval, 3 heart, 4 round'],
  ['skin', '0 dark, 1 brown, 2 intermediate, 3 light'],
  ['eye.eye_size', '0 small, 1 medium, 2 large'],
  ['eyebrow.eyebrow_density', '0 light, 1 dense'],
  ['eyebrow.eyebrow_curve', '0 straight, 1 arched'],
  ['eyebrow.eyebrow_length', '0 short, 1 long'],
  ['hair.length', '0 bald, 1 short, 2 medium, 3 long'],
  ['hair.bang', '0 no, 1 yes'],
  ['hair.color', '0 black, 1 blond, 2 brown, 3 grey or white, 4 red, 5 another'],
  ['hat.color', '0 no hat, 1 red, 2 yellow, 3 blue, 4 black, 5 grey or white, 6 another'],
  ['mouth.mouth_open', '0 no, 1 yes'],
])("layout A's %s describes its codes", (path, meanings) => {
  expect(at(path).properties.type?.description).toBe(meanings);
});

test.each(['eye', 'eyebrow', 'hair', 'hat', 'mouth'])("layout A's %s has all its fields", (path) => {
  expect(at(path).required).toEqual(Object.keys(at(path).properties));
});
