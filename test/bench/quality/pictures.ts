/** Small pictures before and after each operation, for the page. */
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { type EngineOutput, filesOf } from '../../../engine/operations/call.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { drawFindings, findingsInWords } from './findings.ts';
import { findPeople, people, uploadOf } from './people.ts';
import type { Plan } from './plan.ts';
import type { Bench, Picture } from './report.ts';
import { run } from './run.ts';

const shownSide = 520;
const closeSide = 260;

export async function takePictures(spec: OperationSpec, { view, shown }: Plan, bench: Bench): Promise<Picture[]> {
  const pictures: Picture[] = [];
  const reference = await uploadOf(spec, findPeople('group 6'), 'head', bench.quick);
  const otherReference = await uploadOf(spec, findPeople('group 5'), 'head', bench.quick);
  for (const who of bench.quick ? people.slice(5, 7) : people) {
    const album = new Album(spec, who.name, bench.folder);
    const upload = await uploadOf(spec, who, view === 'whole' && !bench.quick ? 'large' : view, bench.quick);
    const close = await closeUpOf(upload);
    await album.add('before', sharp(upload));
    try {
      const output = await run(spec, upload, shown, who.name === 'group 6' ? otherReference : reference);
      await album.addOutput(output, upload, close);
      if (output.kind === 'analysis') album.text = findingsInWords(output.body);
    } catch (error) {
      album.text = (error as Error).message;
    }
    pictures.push(album.done());
  }
  if (spec.id === 'face-beauty-pro') pictures.push(await allFilters(spec, bench));
  return pictures;
}

class Album {
  readonly #prefix: string;
  readonly #folder: string;
  readonly #photo: string;
  readonly #images: { label: string; file: string }[] = [];
  text: string | undefined;

  constructor(spec: OperationSpec, photo: string, folder: string) {
    this.#photo = photo;
    this.#folder = folder;
    this.#prefix = `${spec.id}-${photo.replaceAll(' ', '-')}`;
  }

  async add(label: string, image: Sharp, side = shownSide): Promise<void> {
    const file = `${this.#prefix}-${label.replace(/[^A-Za-z0-9]+/g, '-')}.webp`;
    const small = image.resize(side, side, { fit: 'inside', withoutEnlargement: true });
    await small.webp({ quality: 88 }).toFile(join(this.#folder, file));
    this.#images.push({ label, file });
  }

  async addOutput(output: EngineOutput, upload: Buffer, close: Close | undefined): Promise<void> {
    switch (output.kind) {
      case 'image':
      case 'images': {
        const [file] = filesOf(output);
        await this.add('after', sharp(file!.bytes));
        const { width, height } = await sharp(file!.bytes).metadata();
        if (!close || width !== close.of.width || height !== close.of.height) break;
        await this.add('before, close', sharp(upload).extract(close.rect), closeSide);
        await this.add('after, close', sharp(file!.bytes).extract(close.rect), closeSide);
        break;
      }
      case 'elements':
        for (const [i, { file }] of output.elements.entries()) await this.add(`${i + 1}`, sharp(file.bytes), closeSide);
        break;
      case 'apparel':
        await this.add('after', sharp(output.image.bytes));
        for (const [name, file] of Object.entries(output.classes)) await this.add(name, sharp(file.bytes), closeSide);
        break;
      case 'analysis':
        await this.add('findings', await drawFindings(upload, output.body), shownSide * 2);
        break;
      default:
        output satisfies never;
    }
  }

  done(): Picture {
    return { photo: this.#photo, images: this.#images, ...(this.text === undefined ? {} : { text: this.text }) };
  }
}

interface Close {
  readonly of: Photo;
  readonly rect: { left: number; top: number; width: number; height: number };
}

async function closeUpOf(upload: Buffer): Promise<Close | undefined> {
  const of = await decodePhoto(upload);
  const [face] = await findFaces(of, 1);
  if (!face) return undefined;
  const { box } = face;
  const side = Math.min(of.width, of.height, Math.round(Math.max(box.width, box.height) * 1.4));
  const place = (start: number, length: number, extent: number) =>
    Math.max(0, Math.min(extent - side, Math.round(start + length / 2 - side / 2)));
  const rect = { left: place(box.left, box.width, of.width), top: place(box.top, box.height, of.height) };
  return { of, rect: { ...rect, width: side, height: side } };
}

async function allFilters(spec: OperationSpec, { folder, quick }: Bench): Promise<Picture> {
  const album = new Album(spec, 'all filters', folder);
  const upload = await sharp(findPeople('astronaut').path).resize(300).removeAlpha().png().toBuffer();
  const field = spec.fields.find(({ name }) => name === 'filter_type');
  const choices = field?.kind === 'choice' ? field.choices : [];
  const degrees = spec.fields.filter((each) => each.kind === 'integer').map(({ name }) => [name, '0']);
  for (const { value, label } of quick ? choices.slice(0, 4) : choices) {
    const output = await run(spec, upload, { ...Object.fromEntries(degrees), filter_type: String(value) });
    await album.add(`${value} ${label}`, sharp(filesOf(output)[0]!.bytes), 200);
  }
  return album.done();
}
