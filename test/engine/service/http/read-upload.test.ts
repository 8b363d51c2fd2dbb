import { expect, test } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { imageOf } from '../../../helpers/engine/engine-images.ts';
import { apiKey, ask, errorCodeOf, post, sharedEngine } from '../../../helpers/engine/running-engine.ts';
import { nextAnswer, openSocket, rawRequest } from '../../../helpers/service/raw-request.ts';

const engine = sharedEngine();
const image = await imageOf('png', 300, 300);
const landmarks = operations['face-key-points'];

test.each([
  ['the image missing', {}, 'MISSING_PARAMETERS'],
  ['the image under a wrong name', { picture: image }, 'MISSING_PARAMETERS'],
  ['text where the image belongs', { image: 'a text' }, 'ERROR_INVALID_PARAMETER_FORMAT'],
  ['the image twice', { image: [image, image] }, 'ERROR_TOO_MANY_FILES'],
  ['a second file under a strange name', { image, other: image }, 'ERROR_INCORRECT_FILE_COUNT'],
  ['a crowd of files', Object.fromEntries([...'abcdefgh'].map((name) => [name, image])), 'ERROR_TOO_MANY_FILES'],
  ['a file where text belongs', { image, max_face_num: image }, 'ERROR_PARAMETER_CONVERSION_FAILED'],
  ['a parameter twice', { image, max_face_num: ['1', '2'] }, 'ERROR_PARAMETERS'],
  ['a parameter of great length', { image, face_field: 'age,'.repeat(5000) }, 'ERROR_CONTENT_TOO_LONG'],
  ['a crowd of fields', { image, x: new Array(150).fill('1') }, 'ERROR_PARAMETERS'],
  ['a word where a number belongs', { image, max_face_num: 'many' }, 'ERROR_PARAMETER_CONVERSION_FAILED'],
  ['a number out of range', { image, max_face_num: '11' }, 'UNSUPPORTED_PARAMETER_VALUES'],
  ['an unknown word', { image, face_field: 'age,hat' }, 'UNSUPPORTED_PARAMETER_VALUES'],
  ['an unknown field', { image, colour: 'blue' }, 'taken'],
  ['an unknown field twice', { image, colour: ['blue', 'red'] }, 'taken'],
  ['an empty parameter', { image, max_face_num: '' }, 'taken'],
])('a form with %s', async (_name, entries, expected) => {
  expect(errorCodeOf(await post(engine(), 'face-key-points', entries))).toBe(expected);
});

test('one of two images is missing', async () => {
  const answer = await post(engine(), 'ai-eyebrows', { image });
  expect(errorCodeOf(answer)).toBe('MISSING_PARAMETERS');
  expect(answer.body.error_detail.message).toContain('"reference_image"');
});

test('the order of the fields does not matter', async () => {
  const before = await post(engine(), 'face-key-points', { max_face_num: '3', image });
  const after = await post(engine(), 'face-key-points', { image, max_face_num: '3' });
  expect(before.body.result.params).toEqual(after.body.result.params);
  expect(before.body.result.params).toEqual({ max_face_num: 3, face_field: ['age', 'gender', 'landmark4'] });
});

test('a file that is far too large is rejected before it has arrived', async () => {
  const socket = await openSocket(engine().baseUrl);
  const part = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
  const headers = { 'service-api-key': apiKey, 'Content-Type': 'multipart/form-data; boundary=b' };
  socket.write(rawRequest(landmarks.path, { ...headers, 'Content-Length': '1000000000' }, part));
  socket.write(Buffer.alloc(8 * 1024 * 1024 + 1));
  const answer = await nextAnswer(socket);
  expect([answer.status, answer.body.error_detail.code]).toEqual([413, 'FILE_SIZE_EXCEEDS_LIMIT']);
  socket.destroy();
});

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test.each([
  ['no boundary', 'multipart/form-data', 'anything', 'ERROR_INVALID_PARAMETER_FORMAT'],
  [
    'another boundary',
    'multipart/form-data; boundary=c',
    `${field('x', '1')}--b--\r\n`,
    'ERROR_INVALID_PARAMETER_FORMAT',
  ],
  ['no end', 'multipart/form-data; boundary=b', field('x', '1'), 'ERROR_INVALID_PARAMETER_FORMAT'],
  ['nothing in it', 'multipart/form-data; boundary=b', '', 'MISSING_PARAMETERS'],
  [
    'a name of every object',
    'multipart/form-data; boundary=b',
    `${field('constructor', '1')}--b--\r\n`,
    'ERROR_INVALID_PARAMETER_FORMAT',
  ],
  [
    'a part that breaks off',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n123',
    'ERROR_INVALID_PARAMETER_FORMAT',
  ],
  [
    'JSON in a field',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="max_face_num"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n--b--\r\n',
    'ERROR_PARAMETER_CONVERSION_FAILED',
  ],
  ['JSON', 'application/json', '{"image":"…"}', 'ERROR_PARAMETERS'],
  ['an urlencoded form', 'application/x-www-form-urlencoded', 'image=1', 'ERROR_PARAMETERS'],
  ['an image alone', 'image/png', 'PNG', 'ERROR_PARAMETERS'],
])('a body with %s', async (_name, type, body, expected) => {
  const answer = await ask(engine(), landmarks.path, { method: 'POST', headers: { 'content-type': type }, body });
  expect([answer.status, errorCodeOf(answer)]).toEqual([400, expected]);
});

test('an interrupted upload does not affect the server', async () => {
  const socket = await openSocket(engine().baseUrl);
  const part = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n12345';
  const headers = { 'service-api-key': apiKey, 'Content-Type': 'multipart/form-data; boundary=b' };
  socket.write(rawRequest(landmarks.path, { ...headers, 'Content-Length': '100000' }, part));
  socket.end();
  await new Promise((resolve) => socket.once('close', resolve).resume());
  expect(errorCodeOf(await post(engine(), 'face-key-points', { image }))).toBe('taken');
});
