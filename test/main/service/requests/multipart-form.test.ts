import { truncate } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { describe, expect } from 'vitest';
import { operationList, operations } from '../../../../contract/operations/table.ts';
import { openForm, wireFileName } from '../../../../main/service/requests/multipart-form.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { formParts } from '../../../helpers/service/form-parts.ts';
import { failureOf, jpegBytes, pngBytes, test } from '../../../helpers/service/service-stage.ts';

const cutout = operations['portrait-background-removal'];

/** Opens a form, reads its body, and returns its parts. */
async function sentParts(...args: Parameters<typeof openForm>) {
  const form = await openForm(...args);
  const body = await buffer(form.stream);
  await form.close();
  return { form, body, parts: formParts(form.headers['content-type'] ?? '', body) };
}

describe('the body', () => {
  test('contains the fields, then the images, and has exactly the announced length', async ({ stage }) => {
    const image = jpegBytes(200_000);
    const files = { image: await stage.file('a.jpg', image) };

    const { form, body, parts } = await sentParts(cutout, { return_form: 'mask' }, files);

    expect(body.length).toBe(form.length);
    expect(form.headers['content-length']).toBe(String(form.length));
    const [field, file] = parts;
    expect(field).toMatchObject({ name: 'return_form', text: 'mask', fileName: undefined });
    expect(file).toMatchObject({ name: 'image', fileName: 'image.jpg', contentType: 'image/jpeg' });
    expect(file?.bytes.equals(image)).toBe(true);
  });

  test.for([
    ['portrait-background-removal', 'return_type'],
    ['apparel-background-removal', 'return_type'],
    // This operation names the field differently.
    ['avatar-extraction', 'return_form'],
  ] as const)('%s: the form of the cutout is requested as %s', async ([id, name], { stage }) => {
    const files = { image: await stage.file('a.png', pngBytes) };
    const { parts } = await sentParts(operations[id], { return_form: 'mask' }, files, { openName: 'return_type' });
    expect(parts[0]).toMatchObject({ name, text: 'mask' });
  });

  test('uses the content of a file, not its name', async ({ stage }) => {
    const { parts } = await sentParts(cutout, {}, { image: await stage.file('photo.jpg', pngBytes) });
    expect(parts).toMatchObject([{ fileName: 'image.png', contentType: 'image/png' }]);
  });

  test.for(operationList.map((spec) => spec.id))('%s: every image field is filled', async (id, { stage }) => {
    const spec = operations[id];
    const path = await stage.file('a.png', pngBytes);
    const files = Object.fromEntries(spec.images.map((input) => [input.field, path]));
    const { parts } = await sentParts(spec, {}, files);
    expect(parts.map((part) => part.name)).toEqual(spec.images.map((input) => input.field));
  });

  test('omits fields that a rule makes meaningless', async ({ stage }) => {
    const spec = operations['smart-skin-advanced'];
    const params = { smart_skin: true, acne_removal: true };
    const { parts } = await sentParts(spec, params, { image: await stage.file('a.png', pngBytes) });
    expect(parts.map((part) => [part.name, part.fileName ?? part.text])).toEqual([
      ['smart_skin', '1'],
      ['image', 'image.png'],
    ]);
  });
});

describe('a file that cannot be sent', () => {
  test('is missing', async ({ stage }) => {
    const failure = await failureOf(openForm(cutout, {}, { image: `${stage.dir}/gone.jpg` }));
    expect(failure).toMatchObject({ name: 'ServiceFailure', kind: 'retry', code: 'ENOENT', subject: 'disk' });
    expect(messageText(failure.sentence)).toContain('“gone.jpg”');
    expect(messageText(failure.sentence)).not.toContain(stage.dir);
  });

  test('is empty', async ({ stage }) => {
    const image = await stage.file('none.jpg', Buffer.alloc(0));
    expect(await failureOf(openForm(cutout, {}, { image }))).toMatchObject({ kind: 'fatal', code: 'FILE_EMPTY' });
  });

  test('is a folder', async ({ stage }) => {
    const failure = await failureOf(openForm(cutout, {}, { image: stage.dir }));
    expect(failure).toMatchObject({ kind: 'retry', code: 'EISDIR' });
  });

  test('became shorter after it was opened', async ({ stage }) => {
    const path = await stage.file('a.jpg', jpegBytes(500_000));
    const form = await openForm(cutout, {}, { image: path });
    await truncate(path, 100_000);
    expect(await failureOf(buffer(form.stream))).toMatchObject({ kind: 'retry', code: 'FILE_CHANGED' });
    expect(form.error()).toMatchObject({ code: 'FILE_CHANGED' });
    await form.close();
  });

  test('is not named at all, by a bug of the caller', async () => {
    await expect(openForm(cutout, {}, {})).rejects.toThrow(TypeError);
  });
});

test('the file name sent is the same for every photograph', async ({ stage }) => {
  const path = await stage.file('Anna Miller, Berlin.jpg', jpegBytes(5000));

  const body = (await sentParts(cutout, {}, { image: path })).body.toString('latin1');
  expect(body).toContain('filename="image.jpg"');
  expect(body).not.toMatch(/Anna|Miller|Berlin/);
  expect(wireFileName(null)).toBe('image.bin');
});
