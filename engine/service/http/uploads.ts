/** Reads the multipart body of an operation: one pass, never more of a file in memory than the operation allows. */
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { ImageInput, OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { RequestError, requestError } from '../error-responses.ts';
import { maxBytesFor } from './check-image.ts';
import type { UploadReservation } from './upload-budget.ts';

/** A body as it was sent: known text fields, and the bytes of the image fields. */
export interface Upload {
  readonly texts: Record<string, string>;
  readonly images: Record<string, Uint8Array<ArrayBuffer>>;
}

/** Bytes of one text field; the longest value of the table is far below. */
const maxTextBytes = 8 * 1024;
const maxTextFields = 100;
/** Files beyond the operation's own that are looked at, so that the refusal can say what is wrong. */
const spareFiles = 4;

/**
 * Reads the form of `spec`. Unknown text fields are ignored, as a public service does.
 * @throws Refusal for every broken rule of the form itself; the rest of the body is left unread then.
 */
export async function readUpload(
  request: FastifyRequest,
  spec: OperationSpec,
  arrival: UploadReservation,
): Promise<Upload> {
  const form = new FormReader(spec, arrival);
  const maxFileBytes = Math.max(...spec.images.map(maxBytesFor));
  const parts = request.parts({
    limits: {
      fileSize: maxFileBytes,
      files: spec.images.length + spareFiles,
      fields: maxTextFields,
      fieldSize: maxTextBytes,
      parts: maxTextFields + spec.images.length + spareFiles,
    },
  });
  try {
    for await (const part of parts) {
      if (part.type === 'file') await form.takeFile(part);
      else form.takeText(part as MultipartValue<unknown>);
    }
  } catch (error) {
    throw error instanceof RequestError ? error : parserRefusal(error);
  }
  return form.finish();
}

class FormReader {
  readonly #spec: OperationSpec;
  readonly #arrival: UploadReservation;
  readonly #texts: Record<string, string> = Object.create(null);
  readonly #images: Record<string, Uint8Array<ArrayBuffer>> = Object.create(null);
  readonly #strays: string[] = [];

  constructor(spec: OperationSpec, arrival: UploadReservation) {
    this.#spec = spec;
    this.#arrival = arrival;
  }

  takeText({ fieldname: name, value, valueTruncated }: MultipartValue<unknown>): void {
    if (this.#spec.images.some((image) => image.field === name)) {
      throw requestError('text where a file belongs', `"${name}" must be an image file but was sent as text.`);
    }
    if (!this.#spec.fields.some((field) => field.name === name)) return;
    if (name in this.#texts) throw requestError('field twice', `"${name}" was sent twice.`);
    if (valueTruncated) throw requestError('text too long', `The value of "${name}" is too long.`);
    if (value !== null && typeof value === 'object') {
      throw requestError('parameter not readable', `"${name}" must be a plain value.`);
    }
    this.#texts[name] = String(value);
  }

  async takeFile(part: MultipartFile): Promise<void> {
    const name = part.fieldname;
    if (this.#spec.fields.some((field) => field.name === name)) {
      throw requestError('file where text belongs', `"${name}" must be text but was sent as a file.`);
    }
    const input = this.#spec.images.find((image) => image.field === name);
    if (!input) {
      this.#strays.push(name);
      part.file.resume();
      return;
    }
    if (input.field in this.#images) throw requestError('too many images', `More than one file was sent as "${name}".`);
    this.#images[input.field] = await collect(part, input, this.#arrival);
  }

  finish(): Upload {
    const missing = this.#spec.images.find((image) => image.required && !(image.field in this.#images));
    const strays = this.#strays.map((name) => `"${name}"`).join(', ');
    if (missing) {
      const hint = strays ? ` A file was sent as ${strays}, which this operation does not use.` : '';
      throw requestError('image missing', `The image file "${missing.field}" is missing.${hint}`);
    }
    if (strays) throw requestError('stray file', `This operation does not accept a file named ${strays}.`);
    return { texts: this.#texts, images: this.#images };
  }
}

/** All bytes of a file in a buffer of its own (so that it can be handed to a worker); stops at the first byte too many. */
function collect(part: MultipartFile, input: ImageInput, arrival: UploadReservation): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let total = 0;
    const maxBytes = maxBytesFor(input);
    const tooLarge = () => {
      chunks.length = 0;
      reject(
        requestError('file too large', `The file in "${input.field}" is larger than ${input.maxBytes / 1_000_000} MB.`),
      );
    };
    part.file.on('limit', tooLarge);
    part.file.on('error', reject);
    part.file.on('data', (chunk: Buffer) => {
      total += chunk.byteLength;
      if (total > maxBytes) return tooLarge();
      try {
        arrival.take(chunk.byteLength);
        chunks.push(chunk);
      } catch (error) {
        chunks.length = 0;
        reject(error);
      }
    });
    part.file.on('close', () => reject(requestError('broken body', 'The upload was interrupted.')));
    part.file.on('end', () => {
      const bytes = new Uint8Array(total);
      let offset = 0;
      for (const chunk of chunks) {
        bytes.set(chunk, offset);
        offset += chunk.byteLength;
      }
      resolve(bytes);
    });
  });
}

function parserRefusal(error: unknown): RequestError {
  switch ((error as { code?: unknown }).code) {
    case 'FST_FILES_LIMIT':
      return requestError('too many images', 'The request contains too many files.');
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return requestError('too many parts', 'The request contains too many fields.');
    default:
      return requestError('broken body', 'The multipart body is damaged or incomplete.');
  }
}
